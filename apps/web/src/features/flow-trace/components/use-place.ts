import { allOf, getOf } from '@hopscope/canvas';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type CanvasStore, documentOfState } from '../model/canvas-store.ts';
import type { FlowTracePageProps } from './FlowTracePage.tsx';

/** Brings the address of the address bar onto the canvas, and keeps the address bar in step with what is chosen. */
export function usePlace(
  { place, onPlace }: Pick<FlowTracePageProps, 'place' | 'onPlace'>,
  store: CanvasStore,
  trace: (address: string) => void,
): void {
  const focus = useStore(store, ({ tools }) => tools.focus);
  const latest = useRef({ onPlace, trace, place });
  latest.current = { onPlace, trace, place };
  useEffect(() => {
    const { address } = place;
    if (address === undefined) return;
    const document = documentOfState(store.getState());
    const known = allOf(document, 'node').find((node) => node.address === address && node.traced);
    if (!known) return latest.current.trace(address);
    const wanted = latest.current.place.node;
    const { tools } = store.getState();
    if (tools.focus === null)
      store.actions.choose(wanted && getOf(document, 'node', wanted) ? wanted : known.id);
  }, [store, place.address]);
  useEffect(() => {
    if (focus !== null && focus !== latest.current.place.node) latest.current.onPlace({ node: focus });
  }, [focus]);
}
