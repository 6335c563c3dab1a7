import {
  caseUcoOf,
  csvOf,
  gexfOf,
  graphmlOf,
  type Step,
  svgOf,
  writeFile,
  type CanvasDocument,
} from '@hopscope/canvas';
import { saveFile } from '../../../lib/save-file.ts';
import type { ExportName } from './CanvasToolbar.tsx';

export interface Exported {
  readonly document: CanvasDocument;
  readonly log: readonly Step[];
  readonly aggregated: boolean;
  readonly theme: 'dark' | 'light';
  /** Seconds since 1970. */
  readonly now: number;
}

/** Longer sides are too much for a picture in a browser. */
const mostPixels = 8000;

function pictureOf({ document, aggregated, theme, log, now }: Exported): string {
  const height = log.findLast(({ basis }) => basis)?.basis?.height;
  const drawn = `Drawn ${new Date(now * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const caption = [
    height === undefined || height === null ? drawn : `${drawn}, last asked at block ${height}`,
  ];
  return svgOf(document, { theme, aggregated, title: 'FlowTrace', caption });
}

/** An SVG as PNG, twice as sharp as long as it is not too large. */
async function pngOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(2, mostPixels / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture is too large for this browser; SVG has no such limit.');
  return new Uint8Array(await blob.arrayBuffer());
}

/** Gives the canvas to the person as a file. */
export async function exportCanvas(name: ExportName, exported: Exported): Promise<void> {
  const { document, log, now } = exported;
  const stem = `flow-trace-${new Date(now * 1000).toISOString().slice(0, 19).replaceAll(':', '')}`;
  switch (name) {
    case 'json':
      return saveFile(`${stem}.json`, writeFile(document, log, now), 'application/json');
    case 'csv':
      return saveFile(`${stem}.csv`, csvOf(document), 'text/csv');
    case 'svg':
      return saveFile(`${stem}.svg`, pictureOf(exported), 'image/svg+xml');
    case 'png':
      return saveFile(`${stem}.png`, await pngOf(pictureOf(exported)), 'image/png');
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
