import { X } from 'lucide-react';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { FallbackLogo } from '../../../../shared/entity/FallbackLogo.tsx';
import { hueClass } from '../../../../shared/entity/EntityLogo.tsx';
import type { RenderModel } from '../../model/render-model.ts';
import css from './Legend.module.css';

const risks = [
  ['high', 'High'],
  ['medium', 'Medium'],
  ['low', 'Low'],
  ['unknown', 'Unknown'],
] as const;

const categories = {
  exchange: 'Exchange',
  pool: 'Mining pool',
  mixer: 'Mixer',
  sanctioned: 'Sanctioned',
  illicit: 'Illicit',
  wallet: 'Wallet, custodian',
  defi: 'DeFi',
  gambling: 'Gambling',
  payment: 'Payment',
  person: 'Person',
  country: 'Country',
  entity: 'Other entity',
} as const;
type Category = keyof typeof categories;
const isCategory = (icon: string): icon is Category => Object.hasOwn(categories, icon);

/** Names what rings, icons, widths, and colors on the canvas mean; only categories that are drawn. */
export function Legend({ renderModel, onClose }: { renderModel: RenderModel; onClose: () => void }) {
  const drawn = new Set(renderModel.nodes.flatMap(({ icon }) => icon ?? []));
  const traced = renderModel.edges.some(({ share }) => share !== null);
  const hasConversions = renderModel.edges.some(({ became }) => became !== null);
  return (
    <section className={css.legend} aria-label="Legend">
      <dl>
        <dt>Ring</dt>
        <dd>
          {risks.map(([band, name]) => (
            <span key={band}>
              <i className={css.ring} data-band={band} aria-hidden="true" />
              {name}
            </span>
          ))}
        </dd>
        {drawn.size > 0 && (
          <>
            <dt>Icon</dt>
            <dd>
              {[...drawn].filter(isCategory).map((icon) => (
                <span key={icon} className={hueClass(icon)}>
                  <i className={css.icon} aria-hidden="true">
                    <FallbackLogo kind={icon} />
                  </i>
                  {categories[icon]}
                </span>
              ))}
            </dd>
          </>
        )}
        <dt>Line</dt>
        <dd>
          <span>
            <i className={css.lines} aria-hidden="true" />
            Width: amount
          </span>
          <span>
            <i className={css.line} aria-hidden="true" />
            {traced ? 'Color: traced share' : 'Color: risk of an end'}
          </span>
          {hasConversions && (
            <span>
              <i className={css.dashes} aria-hidden="true" />
              Another asset or chain
            </span>
          )}
        </dd>
      </dl>
      <IconButton label="Hide legend" onClick={onClose}>
        <X size={14} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
    </section>
  );
}
