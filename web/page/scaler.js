// Scales the game's canvas to any size with even strokes. Where a pixel of the picture does not fall on whole pixels of the
// screen, the light of the screen's pixels at its edge is divided exactly, so that no stroke is a pixel wider than others.
// The picture is sharp wherever the scale is whole. Alternatively it is crisp (nearest pixel), or has the lines and the glow
// of a tube, as in assets/tube.frag. Without WebGL 2 the canvas itself stays visible.
import { bridge } from "./bridge.js";
import { byId } from "./dom.js";
import { on } from "./game_state.js";

const VERTEX = `#version 300 es
  void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }`;
// Light is linear, the numbers of a colour grow with its root: so they are squared before they are added.
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
const SCALINGS = ["crisp", "even", "tube"];
const output = /** @type {HTMLCanvasElement} */ (byId("tube"));
let scaling = 1;

function compile(gl) {
  const program = gl.createProgram();
  for (const [type, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
}

function startScaling(canvas) {
  const gl = output.getContext("webgl2", { alpha: false, antialias: false, depth: false });
  const program = gl && compile(gl);
  if (!program) return;
  gl.useProgram(program);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
  const [stepUniform, lookUniform] = ["step", "look"].map((name) => gl.getUniformLocation(program, name));

  function draw() {
    gl.viewport(0, 0, output.width, output.height);
    gl.uniform1i(lookUniform, scaling);
    gl.uniform2f(stepUniform, canvas.width / output.width, canvas.height / output.height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  // SDL's drawing is only there until the browser has shown it: it must be copied in the same turn.
  bridge.onPictureChange = () => queueMicrotask(() => {
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
    draw();
    document.body.classList.toggle("lit", !gl.isContextLost());
  });
  new ResizeObserver(([entry]) => {
    const [exact] = entry.devicePixelContentBoxSize ?? [];
    output.width = exact?.inlineSize ?? Math.round(output.clientWidth * devicePixelRatio);
    output.height = exact?.blockSize ?? Math.round(output.clientHeight * devicePixelRatio);
    draw();
  }).observe(output);
  output.addEventListener("webglcontextlost", () => document.body.classList.remove("lit"));
}

bridge.onPictureChange = () => {};
// It takes effect with the next picture.
bridge.setScaling = (name) => {
  scaling = SCALINGS.indexOf(name);
};
on("phase", (phase) => {
  if (phase === "waiting") startScaling(byId("canvas"));
});
