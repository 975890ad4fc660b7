import { describe, expect, it, test } from 'vitest';
import { importColumns, NEEDS_COLUMNS } from './columns.ts';
import { suggestMapping } from './mapping.ts';
import { CaregiverNames, readNeeds } from './needs-cells.ts';

const names = new CaregiverNames();
names.add({ last: 'Archuleta', first: 'Ana' }, { id: 7 });
names.add({ last: 'Núñez', first: 'Bo' }, { row: 3 });
names.add({ last: 'Vigil', first: 'Rosa' }, { id: 8 });
names.add({ last: 'Vigil', first: 'Rosa' }, { row: 4 });
const read = (...cells: string[]) => readNeeds(cells, NEEDS_COLUMNS, names);

describe('the needs in a client’s row', () => {
  it('are missing if no cell has any', () =>
    expect(read('', '', '', '', '')).toEqual({ imported: undefined, faults: [] }));
  it('are read from all cells, with caregivers by name or number', () =>
    expect(
      read('Hoyer lift, hoyer lift', 'Spanish', 'Greek; English', 'Archuleta, Ana; bo nunez; 7', '8'),
    ).toEqual({
      imported: {
        needs: { skills: ['Hoyer lift'], languages: ['Spanish'], wishedLanguages: ['Greek', 'English'] },
        pairs: [
          { kind: 'preferred', caregiver: { id: 7 } },
          { kind: 'preferred', caregiver: { row: 3 } },
          { kind: 'never', caregiver: { id: 8 } },
        ],
      },
      faults: [],
    }));
  test.each([
    [['x'.repeat(41), '', '', '', ''], 'RequiredSkills', 'A skill has at most 40 characters'],
    [['', 'Greek', 'greek', '', ''], 'WishedLanguages', 'greek is required already. Take it off here.'],
    [['', '', '', 'Nobody, Pat', ''], 'PreferredCaregivers', 'No caregiver is called Nobody, Pat'],
    [['', '', '', '', '12'], 'NeverCaregivers', 'No caregiver has the number 12'],
    [
      ['', '', '', 'Rosa Vigil', ''],
      'PreferredCaregivers',
      '2 caregivers are called Rosa Vigil. Enter the number of the record',
    ],
    [
      ['', '', '', '7', 'Ana Archuleta'],
      'NeverCaregivers',
      'A caregiver is preferred or never sent, not both',
    ],
  ])('%j is refused at %s', (cells, field, message) =>
    expect(read(...cells).faults).toEqual([{ field, message }]),
  );
});

test('have columns that are offered for clients and recognized by other names', () => {
  expect(importColumns('providers').map(({ key }) => key)).not.toContain('NeverCaregivers');
  expect(suggestMapping(['Do not send', 'Preferred caregiver', 'Skills required'], 'clients')).toEqual([
    'NeverCaregivers',
    'PreferredCaregivers',
    'RequiredSkills',
  ]);
});
