// `window.retroPyramid`: the one object through which the page's scripts and the Python program talk to each other.
// Every member is listed here with its type. Python sees the same members through the protocols in `page_bridge`;
// tests/web/test_bridge.py compares the two lists.

/**
 * Where the page is: it loads, waits for the first key press, click or tap, runs the game, or has given up.
 * @typedef {"loading" | "waiting" | "playing" | "failed"} Phase
 */

/**
 * The state JSON of docs/COMMANDS.md without targets and text, and what the page needs besides.
 * @typedef {object} GameState
 * @property {string} screen  id of the top screen
 * @property {string} status  "playing" while a game is on
 * @property {string} [message]  the message on the screen
 * @property {boolean | "digits"} typing  whether text is being typed; "digits" if only a number is
 * @property {string} link  query that deals the same cards
 * @property {string} address  query that leads back to this screen
 */

/**
 * A button for a target of the top screen.
 * @typedef {object} Control
 * @property {string} id  id of the target
 * @property {string} label
 * @property {boolean} enabled
 * @property {string} group  name of the setting that this is a value of, else empty
 * @property {boolean} checked  whether this value is the current one
 * @property {boolean} hint  whether it always stays in sight
 */

/**
 * A button for the stock or the waste, with its card.
 * @typedef {object} Pile
 * @property {string} id  id of the target
 * @property {string} label
 * @property {string} card  rank and suit such as "Td", empty if there is none
 * @property {boolean} enabled
 */

/**
 * The touch controls of the top screen.
 * @typedef {object} TouchControls
 * @property {Control[]} controls
 * @property {string} primary  id of the control that gets the largest button
 * @property {Pile[]} piles
 * @property {boolean} leftHanded
 * @property {string[]} status  items of the status line
 */

/**
 * A target of the picture for screen readers.
 * @typedef {object} AccessibleTarget
 * @property {string} id  id of the target
 * @property {string} name  spoken name
 * @property {[number, number, number, number]} rect  left, top, width and height in picture pixels
 * @property {boolean} enabled
 * @property {string} group  as in Control
 * @property {boolean} checked  whether it is the current value or the selected card
 * @property {boolean} hasControl  whether the touch controls have a button for it
 * @property {boolean} focused  whether the keyboard cursor is on it
 */

/**
 * A lock of the game that this page plays, so that no other page plays it too.
 * @typedef {object} GameLock
 * @property {boolean} mine  false while another page holds the lock
 * @property {() => void} take  take the lock away from the other page
 * @property {() => void} release
 */

/**
 * The browser's storage with error messages in plain words.
 * @typedef {object} GameStorage
 * @property {(name: string) => GameLock} claim  ask for the lock of a game
 * @property {(key: string) => string | null} getItem
 * @property {(key: string, text: string) => void} setItem
 * @property {(key: string) => void} removeItem
 * @property {(index: number) => string | null} key
 * @property {number} length
 */

/**
 * Members that scripts define and Python uses.
 * @typedef {object} ScriptMembers
 * @property {() => Uint8Array} programArchive  the archive of the program, for load.py
 * @property {() => string} startQuery  the query that the program starts with, for start.py
 * @property {(text: string, isError: boolean) => void} onExit  show the output of a program that started no game
 * @property {boolean} awaitingGesture  whether the game is stopped until the first key press, click or tap
 * @property {boolean} prefersReducedMotion
 * @property {boolean} hasCoarsePointer  whether the main pointer is a finger
 * @property {(width: number, height: number) => void} setPictureSize  the size of the picture with square pixels
 * @property {() => void} onFrameEnd  called at the end of every frame
 * @property {(json: string) => void} onState  called with a GameState whenever it has changed
 * @property {(name: string) => void} setScaling  how the picture is scaled: crisp, even or tube
 * @property {() => void} onPictureChange  called in every frame that changed the picture
 * @property {(news: string, fullText: string) => void} speak  what a screen reader says now, and the whole screen
 * @property {() => void} pauseLoop  called when nothing moves: the next frame comes with an event or after a moment
 * @property {(json: string) => void} setTouchControls  called with TouchControls whenever they have changed
 * @property {(json: string) => void} setAccessibleTargets  called with a list of AccessibleTarget, likewise
 * @property {(text: string) => void} copyOrShow  copy a text to the clipboard, or show it for copying
 * @property {GameStorage} storage
 * @property {ScriptRunner} [test]  only with `test` in the query
 */

/**
 * Functions of the running program, `PageApi` in Python.
 * @typedef {object} PageApi
 * @property {(name: string, text: string, isLate: boolean) => void} on_external_write  another page has written a file
 * @property {(line: string) => void} notify  show a message
 * @property {(path: string) => void} drop_file  import a file or folder of the page's file system
 * @property {() => void} hide_pointer
 * @property {() => Uint8Array | null} export_zip  all files of the player as one .zip
 */

/**
 * Members that Python defines when the program runs, and scripts use.
 * @typedef {object} ProgramMembers
 * @property {PageApi} [program]
 * @property {(targetId: string) => void} activate  do what a click on the target does
 * @property {(x: number, y: number) => string} smallTargetSize  JSON [width, height] of the card or pile at a pixel of
 *   the picture, null for everything else
 * @property {(key: string, isRepeat: boolean) => boolean} pressChord  press such as CTRL+D; false if the screen has no
 *   use for it
 * @property {() => string} replayQuery  query that replays the game, empty if there is none
 * @property {() => string} dailyText  text about the daily deal that is played, else empty
 */

/**
 * Members for page.html and for tests.
 * @typedef {object} PageMembers
 * @property {() => Promise<void>} launch  load and start the program
 * @property {(event: "phase" | "state", listener: (value: any) => void) => void} on
 * @property {Phase} phase
 * @property {GameState | null} state
 * @property {() => void} resumeLoop
 * @property {() => void} startGame  what the first key press, click or tap does
 */

/**
 * Functions of the running program for tests, `TestHook` in Python.
 * @typedef {object} TestHook
 * @property {() => string} state_json  the whole state JSON
 * @property {(text: string) => void} run_script
 */

/**
 * `retroPyramid.test`: the whole state and scripts, for tests.
 * @typedef {object} ScriptRunner
 * @property {(hook: TestHook | null) => void} attach  called by Python when the program runs
 * @property {(json: string) => void} onScriptEnd  called by Python when a script has ended
 * @property {(text: string) => Promise<object>} run
 * @property {object | null} state
 */

/** @typedef {ScriptMembers & ProgramMembers & PageMembers} Bridge */

/** @type {Bridge} */
export const bridge = window.retroPyramid = /** @type {any} */ ({});
