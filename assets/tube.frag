uniform vec2 u_screenPos;
uniform vec2 u_screenSize;
uniform float u_screenScale;
uniform int u_numColors;
uniform vec3 u_backgroundColor;
uniform sampler2D u_screenTexture;
uniform sampler2D u_colorsTexture;
uniform vec4 u_picture;

float number(vec2 at) {
    // The picture's pixels lie one after the other on a surface that may have longer rows.
    float index = at.y * u_picture.x + at.x + 0.5, row = floor(index * (1.0 / SURFACE.x));
    vec2 place = vec2(index - row * SURFACE.x, row + 0.5) * (1.0 / SURFACE);
    return texture2D(u_screenTexture, place).r;
}

vec3 colour(float number) {
    return texture2D(u_colorsTexture, vec2((number * 255.0 + 0.5) / float(u_numColors), 0.5)).rgb;
}

vec3 light(float number) {
    // Light is added up, not the numbers that stand for it: those grow with its root.
    vec3 shown = colour(number);
    return shown * shown;
}

// Light of a row of the picture from its upper edge down, as a tube's beam writes it: brightest in the middle. Both ends
// are integrals, so every line has the same light whatever pixels it falls on. Where there are too few, lines would alias.
float beam(float down, float rows) {
    float depth = 0.5 * clamp(rows - 1.5, 0.0, 1.0);
    return (1.0 - depth * 0.5) * down - depth * 0.0795775 * sin(6.2831853 * down);
}

vec3 glowing(vec2 at) {
    // A sixth of the light is spread over the neighbours to the left and right.
    float right = min(at.x + 1.0, u_picture.x - 1.0), left = max(at.x - 1.0, 0.0);
    return mix(light(number(at)), (light(number(vec2(left, at.y))) + light(number(vec2(right, at.y)))) * 0.5, 0.1667);
}

vec3 tube(vec2 from, vec2 first, vec2 part, float share, vec2 seen) {
    float upper = from.y - first.y, lower = upper + share, rows = 1.0 / share, start = beam(upper, rows);
    vec3 shown = mix(glowing(first + vec2(1.0, 0.0)), glowing(first), part.x) * (beam(min(lower, 1.0), rows) - start);
    if (lower > 1.001) {
        vec3 below = mix(glowing(first + 1.0), glowing(first + vec2(0.0, 1.0)), part.x);
        shown += below * beam(lower - 1.0, rows);
    }
    // The corners are 2 % darker than the middle.
    vec2 out_of_middle = seen * 2.0 - 1.0;
    return sqrt(shown * rows * (1.0 - 0.01 * dot(out_of_middle, out_of_middle)));
}

void main() {
    // The picture lies in the middle of the window as Pyxel's surface does, which begins at a whole pixel.
    vec2 size = u_screenSize * SCALED * u_picture.zw;
    vec2 at = gl_FragCoord.xy - u_screenPos - floor((u_screenSize * SCALED - size) * 0.5 + 0.501);
    if (any(lessThan(at, vec2(0.0))) || any(greaterThan(at, size))) {
        gl_FragColor = vec4(u_backgroundColor, 1.0);
        return;
    }
    vec2 share = u_picture.xy / size, from = max(vec2(at.x - 0.5, size.y - at.y - 0.5) * share, vec2(0.0));
    vec2 first = floor(from + 0.001);
    // How much of this pixel the first of the picture's columns and rows covers; the next one covers the rest.
    vec2 part = min((first + 1.0 - from) / share + 0.001, 1.0);
    if (TUBE) {
        gl_FragColor = vec4(tube(from, first, part, share.y, at / size), 1.0);
        return;
    }
    bvec2 mixed = CRISP ? bvec2(false) : lessThan(part, vec2(0.999));
    float upper = number(first), upper_right = upper, lower = upper, lower_right = upper;
    if (mixed.x) upper_right = number(first + vec2(1.0, 0.0));
    if (mixed.y) {
        lower = lower_right = number(first + vec2(0.0, 1.0));
        if (mixed.x) lower_right = number(first + 1.0);
    }
    vec3 shown = colour(upper);
    if (upper != upper_right || upper != lower || upper != lower_right) {
        vec3 above = mix(light(upper_right), shown * shown, part.x);
        vec3 below = mix(light(lower_right), light(lower), part.x);
        shown = sqrt(mix(below, above, part.y));
    }
    gl_FragColor = vec4(shown, 1.0);
}
