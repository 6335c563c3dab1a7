#!/usr/bin/env node
import process from 'node:process';
import { createClient } from '@hopscope/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from './server.ts';

const { HOPSCOPE_URL: url, HOPSCOPE_KEY: key } = process.env;
if (!url || !key) {
  process.stderr.write('Set HOPSCOPE_URL and HOPSCOPE_KEY.\n');
  process.exitCode = 2;
} else {
  serveStdio(() => createMcpServer(createClient({ url, key }), { url, version: '0.1.0' }), {
    onerror: (error) => void process.stderr.write(`${error.message}\n`),
  });
}
