import { utcTime } from '@hopscope/domain';
import {
  allOf,
  caseUcoOf,
  csvOf,
  gexfOf,
  graphmlOf,
  maxFileBytes,
  pdfOf,
  shareText,
  type Step,
  svgOf,
  writeFile,
  type CanvasDocument,
} from '@hopscope/canvas';
import { flowStopText } from '@hopscope/contract';
import { fullAmount } from '../../model/node-labels.ts';
import { outcomePictures } from '../../model/outcome-view.ts';
import { saveFile } from '../../../../lib/browser/save-file.ts';
import type { ExportName } from './CanvasToolbar.tsx';

export interface Exported {
  readonly document: CanvasDocument;
  readonly log: readonly Step[];
  readonly aggregated: boolean;
  readonly theme: 'dark' | 'light';
  /** Seconds since 1970. */
  readonly now: number;
}

/** Maximum side length of an image in a browser. */
const mostPixels = 8000;

/** Lists where auto-traces of the canvas ended, with exact sums and shares. */
function outcomeLines(document: CanvasDocument): string[] {
  return allOf(document, 'outcome').flatMap((outcome) =>
    outcomePictures(outcome).flatMap(({ asset, amount, bands }) => [
      `Auto-trace ${outcome.direction}, ${outcome.method}: ${fullAmount(amount, asset)}`,
      ...bands.map(
        ({ reason, amount: part, share }) =>
          `${flowStopText(reason)}: ${fullAmount(part, asset)}${outcome.method === 'poison' ? '' : `, ${shareText(share, part)}`}`,
      ),
    ]),
  );
}

function svgPicture({ document, aggregated, theme, log, now }: Exported): string {
  const height = log.findLast(({ basis }) => basis)?.basis?.height;
  const drawn = `Exported ${utcTime(now)}`;
  const caption = [
    height === undefined || height === null ? drawn : `${drawn}, as of block ${height}`,
    ...outcomeLines(document),
  ];
  return svgOf(document, { theme, aggregated, title: 'FlowTrace', caption });
}

const tooLarge = 'The image is too large for this browser. Export it as SVG instead.';

/** Rasterizes an SVG at double resolution, less if it would be too large. */
async function painted(svg: string): Promise<{ canvas: HTMLCanvasElement; width: number; height: number }> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(2, mostPixels / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, width: image.width, height: image.height };
}

async function pngOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { canvas } = await painted(svg);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(tooLarge);
  return new Uint8Array(await blob.arrayBuffer());
}

/** Creates a one-page PDF of the image. Images are opaque, so alpha is dropped. */
async function pdfFileOf(svg: string, created: number): Promise<Uint8Array<ArrayBuffer>> {
  const { canvas, width, height } = await painted(svg);
  const points = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  if (!points) throw new Error(tooLarge);
  const rgb = new Uint8Array((points.length / 4) * 3);
  for (let from = 0, to = 0; from < points.length; from += 4, to += 3)
    rgb.set(points.subarray(from, from + 3), to);
  const stream = new Blob([rgb]).stream().pipeThrough(new CompressionStream('deflate'));
  const deflated = new Uint8Array(await new Response(stream).arrayBuffer());
  return pdfOf(
    { width: canvas.width, height: canvas.height, deflated },
    { title: 'FlowTrace', width, height, created },
  );
}

/** Returns the warning if the file is too large to import; otherwise null. */
function warningOf(bytes: number): string | null {
  if (bytes <= maxFileBytes) return null;
  const megabytes = Math.ceil(bytes / 1024 / 1024);
  return `This file is ${megabytes} MB. Files over ${maxFileBytes / 1024 / 1024} MB cannot be imported. The canvas itself is not affected.`;
}

/** Downloads the canvas as a file. Returns a warning, or null. */
export async function exportCanvas(name: ExportName, exported: Exported): Promise<string | null> {
  if (name !== 'json') {
    await save(name, exported);
    return null;
  }
  const { document, log, now } = exported;
  const file = new Blob([writeFile(document, log, now)]);
  saveFile(`${stemOf(now)}.json`, file, 'application/json');
  return warningOf(file.size);
}

const stemOf = (now: number): string =>
  `flow-trace-${new Date(now * 1000).toISOString().slice(0, 19).replaceAll(':', '')}`;

async function save(name: Exclude<ExportName, 'json'>, exported: Exported): Promise<void> {
  const { document, now } = exported;
  const stem = stemOf(now);
  switch (name) {
    case 'csv':
      return saveFile(`${stem}.csv`, csvOf(document), 'text/csv');
    case 'svg':
      return saveFile(`${stem}.svg`, svgPicture(exported), 'image/svg+xml');
    case 'png':
      return saveFile(`${stem}.png`, await pngOf(svgPicture(exported)), 'image/png');
    case 'pdf':
      return saveFile(`${stem}.pdf`, await pdfFileOf(svgPicture(exported), now), 'application/pdf');
    case 'graphml':
      return saveFile(`${stem}.graphml`, graphmlOf(document), 'application/xml');
    case 'gexf':
      return saveFile(`${stem}.gexf`, gexfOf(document, now), 'application/xml');
    case 'case':
      return saveFile(
        `${stem}.jsonld`,
        caseUcoOf(document, { written: now, description: 'FlowTrace canvas' }),
        'application/ld+json',
      );
  }
}
