/** A picture for a page of its own: rows of RGB bytes from the top, compressed as zlib does. */
export interface PdfPicture {
  readonly width: number;
  readonly height: number;
  readonly deflated: Uint8Array;
}

export interface PdfOptions {
  readonly title: string;
  /** Pixels of the picture at its natural size; three quarters of a point each. */
  readonly width: number;
  readonly height: number;
  /** Seconds since 1970. */
  readonly created: number;
}

/** Longer sides readers need not show (ISO 32000, annex C). */
const mostPoints = 14_400;

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Any text as PDF has it: UTF-16 with its mark, in hexadecimal digits. */
function hexText(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) =>
    text.charCodeAt(i).toString(16).padStart(4, '0'),
  );
  return `<feff${units.join('')}>`;
}

/** Writes a PDF of one page in the size of the image. The same image, title, and time produce the same bytes. */
export function pdfOf(
  renderModel: PdfPicture,
  { title, width, height, created }: PdfOptions,
): Uint8Array<ArrayBuffer> {
  const scale = Math.min(0.75, mostPoints / Math.max(width, height));
  const [w, h] = [width, height].map((side) => (side * scale).toFixed(2));
  const day = new Date(created * 1000).toISOString().replaceAll(/[-:T]|\.\d+Z$/g, '');
  const draw = `q ${w} 0 0 ${h} 0 0 cm /P Do Q`;
  const image = `<< /Type /XObject /Subtype /Image /Width ${renderModel.width} /Height ${renderModel.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${renderModel.deflated.length} >>\nstream\n`;
  const objects: (string | Uint8Array)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`,
    ],
    [`<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`],
    [image, renderModel.deflated, '\nendstream'],
    [`<< /Title ${hexText(title)} /Producer (Hopscope) /CreationDate (D:${day}Z) >>`],
  ];
  const parts: Uint8Array[] = [];
  let length = 0;
  const write = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? bytesOf(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  // The second line marks the file as binary.
  write('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  const places = objects.map((object, i) => {
    const at = length;
    for (const part of [`${i + 1} 0 obj\n`, ...object, '\nendobj\n']) write(part);
    return at;
  });
  const table = length;
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`);
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
