import { useWidth } from '../../../ui/chart/use-width.ts';
import type { StoryStep } from '../model/story-paths.ts';
import css from './StoryPicture.module.css';

const height = 76;
const ground = 46;

/** The way of the funds of a story, as hops from party to party. */
export function StoryPicture({ title, steps }: { title: string; steps: readonly StoryStep[] }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const slot = width / steps.length;
  const xOf = (i: number): number => slot * (i + 0.5);
  return (
    <div ref={ref} className={css.frame} style={{ height }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={`${title}: ${steps.map(({ name }) => name).join(', then ')}`}
          width={width}
          height={height}
        >
          {steps.slice(1).map(({ name, bad, unlinked }, i) => {
            const [from, to] = [xOf(i) + 7, xOf(i + 1) - 7];
            return (
              <path
                key={name}
                className={bad ? `${css.hop} ${css.bad}` : css.hop}
                d={`M${from} ${ground}C${from + slot * 0.25} 8 ${to - slot * 0.25} 8 ${to} ${ground}`}
                {...(unlinked && { strokeDasharray: '3 4' })}
              />
            );
          })}
          {steps.map(({ name, bad }, i) => (
            <g key={name}>
              <circle className={bad ? `${css.stop} ${css.bad}` : css.stop} cx={xOf(i)} cy={ground} r="5" />
              <text className={css.name} x={xOf(i)} y={ground + 22} textAnchor="middle">
                {name}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
