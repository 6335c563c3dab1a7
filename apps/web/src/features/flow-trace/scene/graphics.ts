/** Names of renderers that paint without a graphics card. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render|microsoft basic|mesa offscreen/i;

/**
 * Returns whether this browser paints without a graphics card, as on virtual desktops: WebGL is missing, slow, or drawn by the
 * processor.
 */
export function paintsWithoutCard(): boolean {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return true;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && software.test(name);
}

/** Frames of which most must be late before the processor takes over, and how late, in milliseconds. */
const watched = 30;
const lateMs = 50;

/** Watches the distances of frames while the view moves; returns true once most of them are late. */
export function createLateness(): (distance: number) => boolean {
  const late: boolean[] = [];
  return (distance) => {
    late.push(distance > lateMs);
    if (late.length > watched) late.shift();
    return late.length === watched && late.filter(Boolean).length > watched * 0.6;
  };
}
