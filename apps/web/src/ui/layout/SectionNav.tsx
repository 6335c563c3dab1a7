import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import css from './SectionNav.module.css';

/** A section of a long page, by the element ID of its card. */
export interface Section {
  id: string;
  name: string;
}

/** Returns the section at the top of the window, by what is scrolled into its upper third. */
function useCurrent(sections: readonly Section[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const places = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const update = () => {
      const limit = window.innerHeight / 3;
      const passed = places.filter((place) => place.getBoundingClientRect().top <= limit);
      setCurrent((passed.at(-1) ?? places[0])?.id);
    };
    const observer = new IntersectionObserver(update, { threshold: [0, 0.25, 0.5, 0.75, 1] });
    for (const place of places) observer.observe(place);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}

/** Links to the sections of a long page, which stay in view; `end`: on the right. Each section has a card with its ID. */
export function SectionNav({ sections, end }: { sections: readonly Section[]; end?: ReactNode }) {
  const current = useCurrent(sections);

  function open(event: MouseEvent, id: string) {
    const place = document.getElementById(id);
    if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    place.scrollIntoView({ block: 'start' });
    place.focus({ preventScroll: true });
  }

  return (
    <div className={css.nav}>
      <nav className={css.links} aria-label="Sections">
        {sections.map(({ id, name }) => (
          <a
            key={id}
            href={`#${id}`}
            className={css.link}
            {...(id === current && { 'aria-current': 'true' as const })}
            onClick={(event) => open(event, id)}
          >
            {name}
          </a>
        ))}
      </nav>
      {end && <span className={css.end}>{end}</span>}
    </div>
  );
}
