// Names that other code defines: the build (see DEFINED in build.py), Pyodide and Pyxel's script.
import type { Bridge } from "./bridge.js";

declare global {
  /** Address below the run-time's root -> size in bytes and SHA-256 in base64. */
  const __RUNTIME_FILES__: Record<string, [number, string]>;
  /** Differs for every run-time and program. */
  const __SNAPSHOT_ID__: string;
  function loadPyodide(options: object): Promise<any>;
  const pyxelContext: any;
  /** Scan code of a physical key -> key code on keyboards that are not American. */
  const _scanCorrection: Record<string, number>;

  interface Window {
    retroPyramid: Bridge;
    pyxelContext: any;
    /** Show a picture while the page loads: the first one, or the one of the requested edition. */
    showPoster: (edition: string, png: string) => void;
  }
  interface Navigator {
    getAutoplayPolicy?: (type: string) => string;
    keyboard?: { lock?: (keys: string[]) => Promise<void> };
  }
  interface KeyboardEvent {
    /** Whether the page made the event itself. */
    byPage?: boolean;
  }
}
