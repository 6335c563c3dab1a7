#!/usr/bin/env node
import process from 'node:process';
import { createClient } from './client.ts';
import { runCommand } from './screen-command.ts';

const { HOPSCOPE_URL: url, HOPSCOPE_KEY: key } = process.env;
process.exitCode = await runCommand(process.argv.slice(2), {
  connect: () => (url && key ? createClient({ url, key }) : undefined),
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
