import type { Address, Contact, Coverage, Demographics, Named, Party } from '../claim.ts';
import type { Qualified } from '../x12/envelope.ts';
import { dayIn, neededIn, textIn } from '../x12/fields.ts';
import type { Findings } from '../x12/findings.ts';
import { type Cursor, element, type Segment, takeEach } from '../x12/segments.ts';

const identityIn = (nm1: Segment): Qualified | null =>
  element(nm1, 9) === '' ? null : { qualifier: element(nm1, 8), value: element(nm1, 9) };

export const partyOf = (nm1: Segment): Party =>
  element(nm1, 2) === '1'
    ? {
        kind: 'person',
        last: element(nm1, 3),
        first: textIn(nm1, 4),
        middle: textIn(nm1, 5),
        suffix: textIn(nm1, 7),
        identity: identityIn(nm1),
      }
    : { kind: 'organisation', name: textIn(nm1, 3), identity: identityIn(nm1) };

/** The name that must come next. If it is missing, the fault points to `place`. */
export const readParty = (cursor: Cursor, role: string, place: Segment, findings: Findings): Party => {
  const nm1 = cursor.take('NM1', role);
  if (nm1) return partyOf(nm1);
  findings.fault(cursor.peek() ?? place, `NM1*${role} is expected here.`);
  return { kind: 'organisation', name: null, identity: null };
};

export const readAddress = (cursor: Cursor, findings: Findings): Address | null => {
  const n3 = cursor.take('N3');
  if (!n3) return null;
  const n4 = cursor.take('N4');
  if (!n4) findings.fault(n3, 'N4 (city, state, ZIP) does not follow it.');
  return {
    line1: neededIn(n3, 1, 'street', findings),
    line2: textIn(n3, 2),
    city: n4 ? neededIn(n4, 1, 'city', findings) : '',
    state: n4 ? textIn(n4, 2) : null,
    zip: n4 ? textIn(n4, 3) : null,
  };
};

export const readReferences = (cursor: Cursor): Qualified[] => {
  const found: Qualified[] = [];
  for (const ref of takeEach(cursor, 'REF'))
    found.push({ qualifier: element(ref, 1), value: element(ref, 2) });
  return found;
};

export const readNamed = (cursor: Cursor, role: string, place: Segment, findings: Findings): Named => {
  const party = readParty(cursor, role, place, findings);
  const address = readAddress(cursor, findings);
  return { party, address, references: readReferences(cursor) };
};

export const readDemographics = (cursor: Cursor, findings: Findings): Demographics | null => {
  const dmg = cursor.take('DMG');
  return dmg ? { born: dayIn(dmg, 2, 'date of birth', findings), gender: element(dmg, 3) } : null;
};

export const readContacts = (cursor: Cursor): Contact[] => {
  const found: Contact[] = [];
  for (const per of takeEach(cursor, 'PER')) {
    const numbers: Qualified[] = [];
    for (const place of [3, 5, 7])
      if (element(per, place) !== '')
        numbers.push({ qualifier: element(per, place), value: element(per, place + 1) });
    found.push({ name: textIn(per, 2), numbers });
  }
  return found;
};

export const readCoverage = (sbr: Segment | undefined, place: Segment, findings: Findings): Coverage => {
  if (!sbr) findings.fault(place, 'SBR (the insurance) does not follow it.');
  return {
    responsibility: sbr ? element(sbr, 1) : '',
    relationship: sbr ? textIn(sbr, 2) : null,
    group: sbr ? textIn(sbr, 3) : null,
    groupName: sbr ? textIn(sbr, 4) : null,
    insuranceType: sbr ? textIn(sbr, 5) : null,
    filing: sbr ? textIn(sbr, 9) : null,
  };
};
