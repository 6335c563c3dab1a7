import css from './FullScreenLoader.module.css';
import { HopLoader } from './HopLoader.tsx';

/** Covers the window while nothing else can be shown. */
export function FullScreenLoader({ text }: { text: string }) {
  return (
    <main className={css.screen} aria-busy="true">
      <HopLoader text={text} />
    </main>
  );
}
