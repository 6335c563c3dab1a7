import { limits } from '@hopscope/canvas';

/** As a GLSL literal. */
const radius = limits.nodeRadius.toFixed(1);

/**
 * One node is one instance of a square. The shader computes everything from the distance to the center, so that it is sharp at
 * every zoom and 100,000 nodes are one draw call.
 */
export const nodeVertex = `#version 300 es
in vec2 aCorner;
in vec2 aCenter;
in vec4 aInfo;
in vec4 aFill;
in vec4 aMark;
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;
out vec2 vAt;
out vec4 vInfo;
out vec4 vFill;
out vec4 vMark;
void main() {
  vAt = aCorner * 38.0;
  vInfo = aInfo;
  vFill = aFill;
  vMark = aMark;
  mat3 m = uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix;
  gl_Position = aInfo.w > 0.5 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4((m * vec3(aCenter + vAt, 1.0)).xy, 0.0, 1.0);
}`;

/** info: x risk (-1 unknown, -2 no ring), y 1 selected, z 1 traced, w 1 hidden. */
export const nodeFragment = `#version 300 es
in vec2 vAt;
in vec4 vInfo;
in vec4 vFill;
in vec4 vMark;
uniform float uZoom;
uniform vec3 uLine;
uniform vec3 uTrack;
uniform vec3 uAccent;
uniform vec3 uInk;
out vec4 finalColor;
vec4 over(vec4 below, vec3 color, float alpha) {
  return vec4(mix(below.rgb, color, alpha), alpha + below.a * (1.0 - alpha));
}
void main() {
  float d = length(vAt);
  float soft = 0.75 / uZoom;
  vec4 color = vec4(vFill.rgb, 0.0);
  if (vInfo.x > -1.5) {
    float ring = 1.0 - smoothstep(1.5 - soft, 1.5 + soft, abs(d - 24.5));
    float turn = fract(atan(vAt.x, -vAt.y) / 6.2831853 + 1.0);
    if (vInfo.x < -0.5) {
      float dash = abs(fract(turn * 32.0) - 0.5);
      color = over(color, vMark.rgb, ring * (1.0 - smoothstep(0.16, 0.24, dash)));
    } else {
      color = over(color, uTrack, ring);
      float part = max(vInfo.x, 0.02);
      float edge = soft / 154.0;
      float arc = 1.0 - smoothstep(part - edge, part + edge, turn);
      color = over(color, vMark.rgb, ring * (part >= 0.999 ? 1.0 : arc));
    }
  }
  float disc = 1.0 - smoothstep(${radius} - soft, ${radius} + soft, d);
  color = over(color, vFill.rgb, disc);
  float line = 1.0 - smoothstep(0.5, 0.5 + 2.0 * soft, abs(d - ${radius}));
  color = over(color, uLine, line * 0.8);
  if (vInfo.z > 0.5) {
    float mark = 1.0 - smoothstep(1.1 - soft, 1.1 + soft, abs(d - 7.0));
    mark = max(mark, 1.0 - smoothstep(2.4 - soft, 2.4 + soft, d));
    color = over(color, uInk, mark);
  }
  if (vInfo.y > 0.5) {
    float chosen = 1.0 - smoothstep(0.75, 0.75 + 2.0 * soft, abs(d - 31.0));
    vec2 a = abs(vAt);
    float tick = step(min(a.x, a.y), 0.75 + soft * 0.5) * step(31.0, d) * step(d, 37.0);
    color = over(color, uAccent, max(chosen, tick));
  }
  if (color.a < 0.004) discard;
  finalColor = vec4(color.rgb * color.a, color.a);
}`;

/** One edge is one instance of a strip, bent along its curve in the shader. */
export const edgeVertex = `#version 300 es
in vec2 aStep;
in vec4 aStart;
in vec4 aEnd;
in vec4 aColor;
in vec2 aInfo;
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;
uniform float uZoom;
out vec4 vColor;
out float vSide;
out float vHalf;
void main() {
  float t = aStep.x;
  float u = 1.0 - t;
  vec2 p0 = aStart.xy;
  vec2 p1 = aStart.zw;
  vec2 p2 = aEnd.xy;
  vec2 p3 = aEnd.zw;
  vec2 at = u * u * u * p0 + 3.0 * u * u * t * p1 + 3.0 * u * t * t * p2 + t * t * t * p3;
  vec2 along = u * u * (p1 - p0) + 2.0 * u * t * (p2 - p1) + t * t * (p3 - p2);
  vec2 aside = normalize(vec2(-along.y, along.x) + vec2(1e-6, 0.0));
  vHalf = max(aInfo.x * 0.5 * min(uZoom, 2.0), 0.4);
  vSide = aStep.y * (vHalf + 1.0);
  vColor = aColor;
  at += aside * vSide / uZoom;
  mat3 m = uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix;
  gl_Position = aInfo.y > 0.5 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4((m * vec3(at, 1.0)).xy, 0.0, 1.0);
}`;

export const edgeFragment = `#version 300 es
in vec4 vColor;
in float vSide;
in float vHalf;
out vec4 finalColor;
void main() {
  float alpha = vColor.a * clamp(vHalf + 0.5 - abs(vSide), 0.0, 1.0);
  finalColor = vec4(vColor.rgb * alpha, alpha);
}`;

/** The open arrow at the end of an edge: two short strokes. */
export const arrowVertex = `#version 300 es
in vec3 aStroke;
in vec4 aStart;
in vec4 aEnd;
in vec4 aColor;
in vec2 aInfo;
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;
uniform float uZoom;
out vec4 vColor;
out float vSide;
out float vHalf;
void main() {
  vec2 tip = aEnd.zw;
  vec2 along = normalize(tip - aEnd.xy + vec2(1e-6, 0.0));
  vec2 aside = vec2(-along.y, along.x);
  vec2 back = normalize(-along * 0.82 + aside * 0.57 * aStroke.z);
  vec2 normal = vec2(-back.y, back.x);
  vHalf = max(0.8 * min(uZoom, 2.0), 0.4);
  vSide = aStroke.y * (vHalf + 1.0);
  vColor = aColor;
  vec2 at = tip + back * aStroke.x * 8.0 + normal * vSide / uZoom;
  mat3 m = uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix;
  gl_Position = aInfo.y > 0.5 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4((m * vec3(at, 1.0)).xy, 0.0, 1.0);
}`;
