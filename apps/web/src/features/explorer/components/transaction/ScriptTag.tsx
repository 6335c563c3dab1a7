import type { ScriptTypeName } from '@hopscope/contract';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { scriptExplanation, scriptName } from '../../model/text/script-text.ts';

export function ScriptTag({ type }: { type: ScriptTypeName }) {
  return <Tag title={scriptExplanation(type)}>{scriptName(type)}</Tag>;
}
