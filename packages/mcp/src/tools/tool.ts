import type { HopscopeClient } from '@hopscope/client';
import type { z } from 'zod';
import type { Links } from '../links.ts';

/** What tools work with. */
export interface ToolContext {
  readonly client: HopscopeClient;
  readonly links: Links;
}

/** A tool of the MCP server. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Throws HopscopeError. */
  answer(given: z.output<Input>, context: ToolContext): Promise<Record<string, unknown>>;
}

/** Keeps the exact types of a tool; adds nothing at run time. */
export const tool = <Input extends z.ZodObject>(declared: Tool<Input>): Tool => declared;
