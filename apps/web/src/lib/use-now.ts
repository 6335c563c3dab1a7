import { useEffect, useState } from 'react';

const stepMs = 5_000;

/** Returns the time in seconds, the same for all components at a moment. */
function stepTime(): number {
  return (Math.floor(Date.now() / stepMs) * stepMs) / 1000;
}

/** Returns the time in seconds, updated every 5 seconds so that ages on an open page stay current and consistent. */
export function useNow(): number {
  const [now, setNow] = useState(stepTime);
  useEffect(() => {
    let timer = 0;
    const wait = (): void => {
      timer = window.setTimeout(
        () => {
          setNow(stepTime());
          wait();
        },
        stepMs - (Date.now() % stepMs),
      );
    };
    wait();
    return () => window.clearTimeout(timer);
  }, []);
  return now;
}
