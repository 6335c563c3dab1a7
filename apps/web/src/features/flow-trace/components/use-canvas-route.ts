import { allOf, type CanvasDocument, getOf } from '@hopscope/canvas';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type CanvasStore, documentOfState } from '../model/canvas-store.ts';
import type { FlowTracePageProps } from './FlowTracePage.tsx';

const tracedOf = (document: CanvasDocument, address: string) =>
  allOf(document, 'node').find((node) => node.address === address && node.traced);

/** Traces the address of the URL on the canvas, and updates the URL when the selection changes. */
export function useCanvasRoute(
  { route, onRoute }: Pick<FlowTracePageProps, 'route' | 'onRoute'>,
  store: CanvasStore,
  trace: (address: string) => void,
): void {
  const focus = useStore(store, ({ tools }) => tools.focus);
  const latest = useRef({ onRoute, trace, route });
  latest.current = { onRoute, trace, route };
  useEffect(() => {
    const { address } = route;
    if (address === undefined) return;
    const document = documentOfState(store.getState());
    const known = tracedOf(document, address);
    if (!known) return latest.current.trace(address);
    const wanted = latest.current.route.node;
    const { tools } = store.getState();
    if (tools.focus === null)
      store.actions.choose(wanted && getOf(document, 'node', wanted) ? wanted : known.id);
  }, [store, route.address]);
  // A node that was removed from the canvas isn't restored by the next visit.
  useEffect(() => {
    const { address } = route;
    if (address === undefined) return;
    return store.subscribe((state, before) => {
      if (state.replica === before.replica || state.preview || before.preview) return;
      const was = tracedOf(documentOfState(before), address);
      if (was && !getOf(documentOfState(state), 'node', was.id))
        latest.current.onRoute({ address: undefined, node: undefined });
    });
  }, [store, route.address]);
  useEffect(() => {
    if (focus !== null && focus !== latest.current.route.node) latest.current.onRoute({ node: focus });
  }, [focus]);
}
