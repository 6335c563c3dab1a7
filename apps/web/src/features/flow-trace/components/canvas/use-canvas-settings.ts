import { useState } from 'react';
import { useServices } from '../../../../lib/services.ts';

/** What paints the canvas: chosen by the machine, the graphics card, or the processor. */
export const drawingChoices = ['automatic', 'card', 'processor'] as const;
export type DrawingChoice = (typeof drawingChoices)[number];

export interface CanvasSettings {
  readonly drawing: DrawingChoice;
  /** Shows how long frames take. */
  readonly frameTimes: boolean;
  /** Names colors and sizes of the canvas. */
  readonly legend: boolean;
}

const key = 'flowTrace';
const initial: CanvasSettings = { drawing: 'automatic', frameTimes: false, legend: true };

function readSettings(text: string | null): CanvasSettings {
  if (text === null) return initial;
  try {
    const stored: Partial<Record<keyof CanvasSettings, unknown>> = JSON.parse(text);
    return {
      drawing: drawingChoices.find((one) => one === stored.drawing) ?? initial.drawing,
      frameTimes: stored.frameTimes === true,
      legend: stored.legend !== false,
    };
  } catch {
    return initial;
  }
}

/** Settings of the canvas in this browser, and a function that changes some of them. */
export function useCanvasSettings(): [CanvasSettings, (changed: Partial<CanvasSettings>) => void] {
  const { storage } = useServices();
  const [settings, setSettings] = useState(() => readSettings(storage.getItem(key)));
  return [
    settings,
    (changed) => {
      const next = { ...settings, ...changed };
      storage.setItem(key, JSON.stringify(next));
      setSettings(next);
    },
  ];
}
