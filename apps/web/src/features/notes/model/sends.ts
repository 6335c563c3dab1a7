/**
 * Returns whether a key press sends: Enter sends, Shift+Enter adds a line. Enter that ends the input of a composed
 * character does neither.
 */
export function sends(event: {
  key: string;
  shiftKey: boolean;
  nativeEvent: { isComposing: boolean };
}): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
}
