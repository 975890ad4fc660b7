import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesBelow, hashOf, ROOT, run, Stop, step } from './steps.mjs';

const STAMP = join(ROOT, 'web/.stamp-build');

/** Builds the web app into web/dist when its sources, those of domain or the packages changed. */
export async function buildWeb(node) {
  const sources = filesBelow(['web/src', 'web/public', 'domain/src', 'docs/guide']).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const wanted = hashOf([
    ...sources,
    'web/index.html',
    'web/vite.config.ts',
    'web/guide-pages.ts',
    'package-lock.json',
  ]);
  const isBuilt = existsSync(join(ROOT, 'web/dist/index.html'));
  if (isBuilt && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  rmSync(STAMP, { force: true });
  await step('Building the web app', async () => {
    const { code, output } = await run(node, ['node_modules/vite/bin/vite.js', 'build', 'web']);
    if (code !== 0) throw new Stop(`${output.trim()}\nThe web app could not be built.`);
    compress();
  });
  writeFileSync(STAMP, wanted);
}

/** Once here instead of at every request: the server sends `x.js.br` or `x.js.gz` for `x.js`. */
function compress() {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  for (const file of filesBelow(['web/dist/assets']).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const content = readFileSync(join(ROOT, file));
    writeFileSync(join(ROOT, `${file}.br`), brotliCompressSync(content, { params }));
    writeFileSync(join(ROOT, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
}
