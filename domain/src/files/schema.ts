import { z } from 'zod';
import { stampText } from '../wire.ts';

/** One file of a person; `size` in bytes. */
export const FileEntry = z.strictObject({
  name: z.string(),
  created: stampText,
  size: z.int(),
});
export type FileEntry = z.output<typeof FileEntry>;
