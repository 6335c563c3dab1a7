import { encode } from 'uqr';
import css from './QrCode.module.css';

/** A QR code, black on white in both themes, as scanners expect. Level M of ISO/IEC 18004 survives 15% of damage. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div className={css.code}>
      <svg role="img" aria-label={label} width={176} height={176} viewBox={`0 0 ${size} ${size}`}>
        <path d={dark.join('')} fill="#000000" shapeRendering="crispEdges" />
      </svg>
    </div>
  );
}
