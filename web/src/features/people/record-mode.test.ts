import { describe, expect, test } from 'vitest';
import { readMode } from './record-mode.ts';

describe('the mode that is handed to the record form', () => {
  test.each([
    ['a new provider', { mode: 'Provider' }, 'user', { mode: 'Provider' }],
    ['a new client', { mode: 'Client' }, 'admin', { mode: 'Client' }],
    ['nobody new for a provider', { mode: 'Client' }, 'provider', undefined],
    ['Modify for an admin', { mode: 'Modify', id: 7 }, 'admin', { mode: 'Modify', id: 7 }],
    ['Show instead of Modify for a user', { mode: 'Modify', id: 7 }, 'user', { mode: 'Show', id: 7 }],
    ['Show for a provider', { mode: 'Show', id: 7 }, 'provider', { mode: 'Show', id: 7 }],
    ['nothing for an unknown mode', { mode: 'Delete', id: 7 }, 'admin', undefined],
    ['nothing without a state', {}, 'admin', undefined],
    ['nothing without a number', { mode: 'Modify', id: '7' }, 'admin', undefined],
    ['nothing for no person', { mode: 'Modify', id: 0 }, 'admin', undefined],
  ] as const)('%s', (_, state, role, expected) => {
    expect(readMode(state, role)).toEqual(expected);
  });
});
