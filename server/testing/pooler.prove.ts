import { spawnSync } from 'node:child_process';
import { runLonger } from './longer-test.ts';

/** 20 browsers and 10,000 calls behind PgBouncer, with two processes each restarted twice; skipped without PgBouncer. */
if (spawnSync('pgbouncer', ['--version']).status !== 0)
  console.log('pooler: PgBouncer is not installed, left out');
else runLonger('pooler.test.ts', { POOLER_CALLS: '10000' });
