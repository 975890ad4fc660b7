import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../testing/database.ts';
import { describeTables, TABLES_FILE } from './generate-tables.ts';

const database = await testDatabase();
afterAll(() => database.drop());

test('the checked-in row types match the migrated database', async () => {
  const described = await describeTables(database.pool);
  if (process.env.UPDATE_TABLES === '1') await writeFile(TABLES_FILE, described);
  expect(await readFile(TABLES_FILE, 'utf8')).toBe(described);
});
