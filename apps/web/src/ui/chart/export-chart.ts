import { saveFile } from '../../lib/browser/save-file.ts';

const copied = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
  'dominant-baseline',
] as const;
const margin = 16;
const titleHeight = 28;
/** Pixels of a PNG per CSS pixel. */
const density = 2;
const namespace = 'http://www.w3.org/2000/svg';

function part(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Writes the computed look of an element and everything in it into its copy, which has no style sheet. */
function copyLook(from: Element, to: Element): void {
  const look = getComputedStyle(from);
  to.removeAttribute('class');
  to.removeAttribute('style');
  for (const name of copied) {
    const value = look.getPropertyValue(name);
    if (value !== '' && (name !== 'fill' || !value.startsWith('url('))) to.setAttribute(name, value);
  }
  [...from.children].forEach((child, i) => {
    const copy = to.children[i];
    if (copy) copyLook(child, copy);
  });
}

interface Drawn {
  text: string;
  width: number;
  height: number;
}

/** Returns a picture as a document of its own: with its title, a background, and the colors of the theme. */
function drawnAlone(svg: SVGSVGElement, title: string): Drawn {
  const { width: inner, height: innerHeight } = svg.getBoundingClientRect();
  const [width, height] = [inner + 2 * margin, innerHeight + titleHeight + 2 * margin];
  const look = getComputedStyle(svg);
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copyLook(svg, copy);
  copy.setAttribute('x', String(margin));
  copy.setAttribute('y', String(margin + titleHeight));
  copy.setAttribute('width', String(inner));
  copy.setAttribute('height', String(innerHeight));
  const outer = part('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': look.fontFamily,
  });
  const heading = part('text', {
    x: margin,
    y: margin + 14,
    'font-size': 14,
    'font-weight': 600,
    fill: look.getPropertyValue('--text-1'),
  });
  heading.textContent = title;
  outer.append(part('rect', { width, height, fill: look.getPropertyValue('--bg-1') }), heading, copy);
  return { text: new XMLSerializer().serializeToString(outer), width, height };
}

async function pixelsOf({ text, width, height }: Drawn): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * density, height * density];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png');
  });
}

/** Saves a picture as `name.svg` or `name.png` in the colors that it has on the page. Rejects if the browser can't draw it. */
export async function exportChart(
  svg: SVGSVGElement,
  { format, title, name }: { format: 'svg' | 'png'; title: string; name: string },
): Promise<void> {
  const drawn = drawnAlone(svg, title);
  if (format === 'svg') saveFile(`${name}.svg`, drawn.text, 'image/svg+xml');
  else saveFile(`${name}.png`, await pixelsOf(drawn), 'image/png');
}
