import { useEffect, useState } from 'react';

const stepMs = 5_000;

/** The time in seconds, the same for all that show it at one moment. */
function stepTime(): number {
  return (Math.floor(Date.now() / stepMs) * stepMs) / 1000;
}

/** The time in seconds, renewed every 5 seconds so that ages stay true, and agree with each other, on an open page. */
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
