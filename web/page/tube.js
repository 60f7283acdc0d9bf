// The monitor: shows the game's canvas at any size with even strokes. Where a pixel of the picture does not fall on
// whole pixels of the screen, the light of the screen's pixels at its edge is shared out exactly, so that no stroke
// is a pixel wider than its like. Sharp wherever the scale is whole. Or as crisp as it goes; or with the lines and the
// glow of a tube, as assets/tube.frag says. Without WebGL 2 the canvas itself stays seen.
(() => {
  const VERTEX = `#version 300 es
    void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }`;
  // Light is added up, not the numbers that stand for it: those grow with its root.
  const FRAGMENT = `#version 300 es
    precision highp float;
    uniform sampler2D picture;
    uniform vec2 step;
    // 0: crisp, 1: even, 2: tube.
    uniform int look;
    out vec4 colour;
    vec3 light(float x, float y) {
      vec3 value = texelFetch(picture, ivec2(clamp(x, 0.0, float(textureSize(picture, 0).x - 1)), y), 0).rgb;
      return value * value;
    }
    vec3 glowing(float x, float y) {
      return mix(light(x, y), (light(x - 1.0, y) + light(x + 1.0, y)) * 0.5, 0.1667);
    }
    float beam(float down) {
      float depth = 0.5 * clamp(1.0 / step.y - 1.5, 0.0, 1.0);
      return (1.0 - depth * 0.5) * down - depth * 0.0795775 * sin(6.2831853 * down);
    }
    void main() {
      vec2 size = vec2(textureSize(picture, 0)), from = (gl_FragCoord.xy - 0.5) * step, to = min(from + step, size);
      if (look == 0) {
        vec2 at = floor((from + to) * 0.5);
        colour = vec4(texelFetch(picture, ivec2(at), 0).rgb, 1);
        return;
      }
      vec3 sum = vec3(0);
      for (float y = floor(from.y); y < to.y; y++) {
        float upper = max(from.y, y) - y, lower = min(to.y, y + 1.0) - y;
        float high = look == 2 ? beam(lower) - beam(upper) : lower - upper;
        for (float x = floor(from.x); x < to.x; x++) {
          sum += (look == 2 ? glowing(x, y) : light(x, y)) * high * (min(to.x, x + 1.0) - max(from.x, x));
        }
      }
      vec2 aside = (from + to) / size - 1.0;
      float dark = look == 2 ? 0.01 * dot(aside, aside) : 0.0;
      colour = vec4(sqrt(sum / (step.x * step.y) * (1.0 - dark)), 1);
    }`;
  const LOOKS = ["crisp", "even", "tube"];
  const tube = document.getElementById("tube");
  let look = 1;

  function compiled(gl) {
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
  }

  function light(canvas) {
    const gl = tube.getContext("webgl2", { alpha: false, antialias: false, depth: false });
    const program = gl && compiled(gl);
    if (!program) return;
    gl.useProgram(program);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    const [step, looks] = ["step", "look"].map((name) => gl.getUniformLocation(program, name));

    function show() {
      gl.viewport(0, 0, tube.width, tube.height);
      gl.uniform1i(looks, look);
      gl.uniform2f(step, canvas.width / tube.width, canvas.height / tube.height);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    }

    // Called by the program in every frame whose picture is another than the last one's.
    // What SDL has drawn is only there until the browser has shown it: it must be taken in the same turn.
    retroPyramid.drawn = () => queueMicrotask(() => {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
      show();
      document.body.classList.toggle("lit", !gl.isContextLost());
    });
    new ResizeObserver(([entry]) => {
      const [exact] = entry.devicePixelContentBoxSize ?? [];
      tube.width = exact?.inlineSize ?? Math.round(tube.clientWidth * devicePixelRatio);
      tube.height = exact?.blockSize ?? Math.round(tube.clientHeight * devicePixelRatio);
      show();
    }).observe(tube);
    tube.addEventListener("webglcontextlost", () => document.body.classList.remove("lit"));
  }

  retroPyramid.drawn = () => {};
  // Called by the program, before the next picture is drawn, with how strokes are to be shown.
  retroPyramid.look = (name) => {
    look = LOOKS.indexOf(name);
  };
  retroPyramid.on("phase", (phase) => {
    if (phase === "waiting") light(document.getElementById("canvas"));
  });
})();
