import { type HopscopeClient, HopscopeError } from '@hopscope/client';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { createLinks } from './links.ts';
import { caseTools } from './tools/cases.ts';
import { entityTools } from './tools/entities.ts';
import { explorerTools } from './tools/explorer.ts';
import { riskTools } from './tools/risk.ts';
import type { Tool } from './tools/tool.ts';
import { tracingTools } from './tools/tracing.ts';

const instructions = `Hopscope analyzes Bitcoin and Ethereum: blocks, owners, risk scores, and flows of funds.
Cite the link of each figure that you state, with its basis (block and directory version), so that a reader can check it.
Amounts are whole numbers of the smallest unit (satoshi, wei, or a token's unit), with the decimals of their asset beside them.
Null means unknown, which is not 0. A low score of an address about which nothing is known does not mean that it is safe.`;

/** Sentences that say why a call failed. */
function failureText(error: unknown): string {
  if (!(error instanceof HopscopeError)) throw error;
  const fields = error.problem?.errors?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  return [error.message, ...fields].join('\n');
}

/**
 * Creates an MCP server (Model Context Protocol) over a client of Hopscope. All tools only read; the server of Hopscope
 * decides by the API key of the client what they may read. `url` is the address of Hopscope for links.
 */
export function createMcpServer(client: HopscopeClient, { url, version }: { url: string; version: string }) {
  const server = new McpServer({ name: 'hopscope', title: 'Hopscope', version }, { instructions });
  const links = createLinks(url);
  const register = ({ name, title, description, input, answer }: Tool) =>
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async (given: Record<string, unknown>): Promise<CallToolResult> => {
        try {
          const answered = await answer(given, { client, links });
          return { content: [{ type: 'text', text: JSON.stringify(answered) }], structuredContent: answered };
        } catch (error) {
          return { content: [{ type: 'text', text: failureText(error) }], isError: true };
        }
      },
    );
  for (const tool of [...explorerTools, ...riskTools, ...tracingTools, ...entityTools, ...caseTools])
    register(tool);
  return server;
}
