import { shownText } from './report-text.ts';

export const colors = {
  ink: '#14181f',
  faint: '#5a6472',
  line: '#c9d0d9',
  high: '#b3261e',
  medium: '#8a5a00',
  low: '#1b6e3c',
  very_low: '#1b6e3c',
  unknown: '#5a6472',
} as const;

const margin = 48;
const footerRoom = 40;
/** Maximum length of a text. */
const longestText = 600;
const plain = 'Helvetica';
const bold = 'Helvetica-Bold';
const mono = 'Courier';

interface Style {
  readonly size?: number;
  readonly font?: 'plain' | 'bold' | 'mono';
  readonly color?: string;
  readonly indent?: number;
  /** Points of room below. */
  readonly below?: number;
}

/** A4 pages that are written from top to bottom. A text of more than 600 characters is cut, which shows as “…”. */
export function createPage(doc: PDFKit.PDFDocument) {
  const fonts = { plain, bold, mono } as const;
  let lost = false;
  const width = (): number => doc.page.width - 2 * margin;
  const bottom = (): number => doc.page.height - margin - footerRoom;

  function show(given: string): string {
    const shown = shownText(given.length > longestText ? `${given.slice(0, longestText - 1)}…` : given);
    lost ||= shown.lost;
    return shown.text;
  }

  /** Starts a new page if fewer points than given are left. */
  function need(height: number): void {
    if (doc.y + height > bottom()) doc.addPage();
  }

  function text(given: string, style: Style = {}): void {
    const { size = 9.5, font = 'plain', color = colors.ink, indent = 0, below = 3 } = style;
    doc.font(fonts[font]).fontSize(size).fillColor(color);
    const shown = show(given);
    const options = { width: width() - indent, lineGap: 1.5 };
    need(Math.min(doc.heightOfString(shown, options), 4 * size));
    doc.text(shown, margin + indent, doc.y, options);
    doc.y += below;
  }

  function heading(given: string): void {
    need(60);
    doc.y += 12;
    text(given, { size: 12.5, font: 'bold', below: 2 });
    doc
      .moveTo(margin, doc.y)
      .lineTo(margin + width(), doc.y)
      .lineWidth(0.5)
      .strokeColor(colors.line)
      .stroke();
    doc.y += 6;
  }

  /** A line with something at its right end; long words at the left wrap. */
  function row(left: string, right: string, style: Style = {}): void {
    const { size = 9.5, font = 'plain', color = colors.ink, indent = 0, below = 3 } = style;
    doc.font(fonts[font]).fontSize(size).fillColor(color);
    const [first, last] = [show(left), show(right)];
    const rightWidth = Math.min(doc.widthOfString(last) + 4, width() / 2);
    const leftWidth = width() - indent - rightWidth - 10;
    const height = Math.max(
      doc.heightOfString(first, { width: leftWidth, lineGap: 1.5 }),
      doc.heightOfString(last, { width: rightWidth, lineGap: 1.5 }),
    );
    need(height);
    const top = doc.y;
    doc.text(first, margin + indent, top, { width: leftWidth, lineGap: 1.5 });
    doc.text(last, margin + width() - rightWidth, top, { width: rightWidth, align: 'right', lineGap: 1.5 });
    doc.y = top + height + below;
  }

  return {
    text,
    heading,
    row,
    /** Name and value below each other's column. */
    fact: (name: string, value: string, font: 'plain' | 'mono' = 'plain'): void => {
      const nameWidth = 118;
      const shown = show(value);
      doc.font(fonts[font]).fontSize(font === 'mono' ? 9 : 9.5);
      const height = doc.heightOfString(shown, { width: width() - nameWidth, lineGap: 1.5 });
      need(height);
      const at = doc.y;
      doc
        .font(plain)
        .fontSize(9.5)
        .fillColor(colors.faint)
        .text(show(name), margin, at, { width: nameWidth - 8 });
      doc
        .font(fonts[font])
        .fontSize(font === 'mono' ? 9 : 9.5)
        .fillColor(colors.ink)
        .text(shown, margin + nameWidth, at, { width: width() - nameWidth, lineGap: 1.5 });
      doc.y = at + height + 3;
    },
    /** Whether a sign had to be replaced so far. */
    hasLost: () => lost,
    /** Writes the foot of every page; to be called last. */
    foot(line: string): void {
      const { start, count } = doc.bufferedPageRange();
      for (let number = start; number < start + count; number += 1) {
        doc.switchToPage(number);
        const y = doc.page.height - margin - 14;
        // Below the margin: no new page may begin here.
        doc.page.margins.bottom = 0;
        doc.font(mono).fontSize(7).fillColor(colors.faint).text(show(line), margin, y, { lineBreak: false });
        const label = `${String(number - start + 1)} of ${String(count)}`;
        doc.font(plain).fontSize(7);
        doc.text(label, margin + width() - doc.widthOfString(label), y, { lineBreak: false });
      }
    },
  };
}

export type Page = ReturnType<typeof createPage>;
export const pageMargin = margin;
