import { showStamp } from '../calendar.ts';
import { type ExportColumn, text } from '../list-export/rules.ts';
import type { LookRow } from './contract.ts';
import type { Way } from './looked-at.ts';

export const WAY_WORDS: Record<Way, string> = {
  opened: 'Opened',
  listed: 'In a list',
  changed: 'Changed in an open list',
};

/** 'Care plan, printed: care plan 12'. */
export const whatWords = ({ what, of }: LookRow) => (of === null ? what : `${what}: ${of}`);

/** Columns of the exported access log. */
export const lookColumns = (zone: string): readonly ExportColumn<LookRow>[] => [
  text('ID', 10, ({ id }) => String(id)),
  text('When', 22, ({ at }) => showStamp(at, zone)),
  text('Who', 28, ({ who }) => who),
  text('Login', 20, ({ login }) => login),
  text('What', 48, whatWords),
  text('How', 24, ({ way }) => WAY_WORDS[way]),
  text('Rows of the list', 16, ({ rows }) => (rows === null ? null : String(rows))),
  text('From', 24, ({ address }) => address),
];
