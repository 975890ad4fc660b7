import { expect, test } from 'vitest';
import { requestsByManager, requestsOf, sayRequest } from './requests.ts';

const finding = (kind: 'runningOut' | 'ending' | 'missing' | 'underUsed', units: number) => ({
  kind,
  day: '2026-12-23',
  until: '2026-12-31',
  units,
  cents: 0,
});
const ending = (units: number) => ({ ...finding('ending', units), until: '2027-01-31' });
const line = (caseManager: string | null, ...findings: ReturnType<typeof finding>[]) => ({
  caseManager,
  through: '2026-12-31',
  findings,
});

test('A line requests the units that it lacks, and its renewal from the day after it ends', () => {
  const asked = requestsOf(line('Dana', finding('runningOut', 38), ending(120)));
  expect(asked.map((one) => [one.kind, sayRequest(one)])).toEqual([
    ['More units', '38 units, 12-23-2026 to 12-31-2026'],
    ['Renewal', '120 units, 01-01-2027 to 01-31-2027'],
  ]);
  expect(requestsOf(line('Dana', finding('underUsed', 9)))).toEqual([]);
});

test('Requests are grouped by case manager, with clients without one last', () => {
  const lines = [
    line(null, finding('missing', 4)),
    line('Dana', finding('missing', 4)),
    line('Ben', finding('underUsed', 4)),
    line('Ana', finding('missing', 4)),
  ];
  expect(requestsByManager(lines).map(({ caseManager }) => caseManager)).toEqual(['Ana', 'Dana', '']);
});
