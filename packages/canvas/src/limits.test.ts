import { describe, expect, test } from 'vitest';
import { defaultDrawingColor, drawingPalette, edgePalette, limits } from './limits.ts';

describe('Numbers of FlowTrace', () => {
  //
  test('are fixed', () => {
    expect(limits).toEqual({
      zoomLeast: 0.25,
      zoomMost: 4,
      zoomIn: 1.1,
      zoomOut: 0.9,
      nodeRadius: 20,
      nodeHitRadius: 26,
      connectionTolerance: 8,
      parallelOffset: 50,
      columnWidth: 220,
      rowHeight: 80,
      panelFetched: 20,
      panelShown: 15,
      traceFetched: 50,
      expandFetched: 100,
      tutorialSteps: 8,
      tutorialStepTime: 3000,
      copyFeedbackTime: 1200,
    });
    expect(new Set(edgePalette).size).toBe(12);
    expect(new Set(drawingPalette).size).toBe(9);
    expect(drawingPalette).toContain(defaultDrawingColor);
  });
});
