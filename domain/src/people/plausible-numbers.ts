import type { FieldError, NamedFault } from '../errors.ts';
import { isPhone, isSsn, isZip, phoneDigits, ssnDigits } from '../formats.ts';
import { findPack } from '../states/registry.ts';
import { isMemberId, programWords, valueOn } from '../states/rules.ts';
import { fieldOf, isFor, PERSON_ENTRIES, type PersonField, type PersonKind } from './dictionary.ts';
import { SSN } from './kind-and-status.ts';
import type { PersonDraft } from './schema.ts';

/** What happens to a wrong number: `refused` cannot be saved, `asked` can after the user says yes. */
type Weight = 'refused' | 'asked';

interface NumberRule {
  readonly wrong: RegExp;
  readonly weight: Weight;
  /** Follows the caption of the field. */
  readonly words: string;
}

/**
 * Social Security numbers that were never issued (Social Security Administration, randomization of 2011): area 000, 666 and
 * 900 to 999, group 00, serial 0000. Numbers from 900 on are only questioned, because taxpayer numbers (ITIN) look like
 * them.
 */
export const SSN_RULES: readonly NumberRule[] = [
  { wrong: /^(000|666)/, weight: 'refused', words: 'begins with digits that were never issued' },
  { wrong: /^\d{3}00/, weight: 'refused', words: 'has 00 in the middle, which was never issued' },
  { wrong: /0000$/, weight: 'refused', words: 'ends with 0000, which was never issued' },
  {
    wrong: /^9/,
    weight: 'asked',
    words: 'begins with 9, like a taxpayer number and no Social Security number',
  },
  {
    wrong: /^(\d)\1{8}$|^(123456789|987654321|078051120|219099999)$/,
    weight: 'asked',
    words: 'is a number of advertisements and examples',
  },
];

/** Area codes in service in the North American Numbering Plan (NANPA, 2026), by first digit. */
const AREA_CODES = new Set(
  [
    '201-210 212-220 223-229 231 234-236 239 240 242 246 248-254 256 257 260 262-264 267-270 272 274 276 279 281 283 284 289',
    '301-310 312-321 323-327 329-332 334 336 337 339-341 343 345-347 350-354 357 360 361 363-365 367-369 380 382 385 386',
    '401-410 412-419 423-425 428 430-432 434-438 440-443 445 447 448 450 456-458 460 463-465 468-475 478-480 484',
    '500-510 512-520 530 531 534 539-541 548 551 557 559 561-564 567 570-575 579-582 584-587',
    '600-610 612-624 626 628-631 636 639-641 645-647 649-651 656-662 664 667 669-672 678-684 686 689',
    '700-710 712-721 724-732 734 737 738 740 742 743 747 748 753 754 757 758 760 762 763 765 767 769-775 778-782 784-787',
    '800-810 812-821 825 826 828-833 835 837-840 843-845 847-850 854-860 862-870 872 873 876-879 888',
    '900-910 912-920 924 925 928-931 934 936-943 945 947-949 951 952 954 956 959 970-973 975 978-980 983-986 989',
  ]
    .flatMap((line) => line.split(' '))
    .flatMap((part) => {
      const [from = 0, to = from] = part.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, n) => String(from + n));
    }),
);

/** First three digits of a ZIP → state (USPS, L002). */
const ZIP_STATES = new Map(
  (
    '005 NY,006-007 PR,008 VI,009 PR,010-027 MA,028-029 RI,030-038 NH,039-049 ME,050-054 VT,055 MA,056-059 VT,060-069 CT,' +
    '070-089 NJ,100-149 NY,150-196 PA,197-199 DE,200 DC,201 VA,202-205 DC,206-219 MD,220-246 VA,247-268 WV,270-289 NC,' +
    '290-299 SC,300-319 GA,320-339 FL,341-349 FL,350-369 AL,370-385 TN,386-397 MS,398-399 GA,400-427 KY,430-459 OH,' +
    '460-479 IN,480-499 MI,500-528 IA,530-549 WI,550-567 MN,569 DC,570-577 SD,580-588 ND,590-599 MT,600-629 IL,630-658 MO,' +
    '660-679 KS,680-693 NE,700-714 LA,716-729 AR,730-732 OK,733 TX,734-749 OK,750-799 TX,800-816 CO,820-831 WY,832-838 ID,' +
    '840-847 UT,850-865 AZ,870-884 NM,885 TX,889-898 NV,900-961 CA,967-968 HI,970-979 OR,980-994 WA,995-999 AK'
  )
    .split(',')
    .flatMap((part) => {
      const [range = '', state = ''] = part.split(' ');
      const [from = 0, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, n): [string, string] => [
        String(from + n).padStart(3, '0'),
        state,
      ]);
    }),
);

/** The state of a ZIP, by its first three digits; undefined for prefixes outside of the states. */
export const stateOfZip = (zip: string): string | undefined => ZIP_STATES.get(zip.slice(0, 3));

const ssnFaults = (ssn: string, weight: Weight): string[] => {
  if (!isSsn(ssn)) return [];
  const digits = ssnDigits(ssn);
  const rule = SSN_RULES.find(({ wrong }) => wrong.test(digits));
  return rule?.weight === weight ? [`${fieldOf(SSN).label} ${rule.words}`] : [];
};

/** No exchange is '011' or '411' or begins with 0 or 1. An area code that is not in service is usually a typing mistake. */
const phoneQuestion = (label: string, phone: string): string | undefined => {
  const digits = isPhone(phone) ? (phoneDigits(phone) ?? '') : '';
  if (digits.length !== 10) return undefined;
  if (!AREA_CODES.has(digits.slice(0, 3))) return `${label}: no area code ${digits.slice(0, 3)} is in use`;
  return /^([01]|\d11)/.test(digits.slice(3))
    ? `${label}: no number begins with ${digits.slice(3, 6)}`
    : undefined;
};

const zipQuestion = ({ PostalCode, State }: PersonDraft): string | undefined => {
  if (!PostalCode || !isZip(PostalCode) || !State) return undefined;
  const state = stateOfZip(PostalCode);
  if (!state) return `ZIP ${PostalCode.slice(0, 5)} is in no state`;
  return state === State ? undefined : `ZIP ${PostalCode.slice(0, 5)} is in ${state}, not in ${State}`;
};

const medicaidQuestion = ({ Medicaid, State }: PersonDraft, today: string): string | undefined => {
  const pack = findPack(State ?? '');
  const known = pack && valueOn(pack.rules.memberId, today);
  return Medicaid && known && !isMemberId(known, Medicaid.trim().toUpperCase())
    ? `${fieldOf('Medicaid').label}: ${programWords(pack, today).medicaid} numbers are ${known.shape}`
    : undefined;
};

/** Numbers that nobody can have. */
export const checkNumbers = (person: PersonDraft): NamedFault[] =>
  ssnFaults(person[SSN] ?? '', 'refused').map((message) => ({
    field: SSN,
    message,
    fault: 'neverIssued',
  }));

/** Numbers that hardly anybody has, so they are questioned before they are saved. */
export const askAboutNumbers = (person: PersonDraft, kind: PersonKind, today: string): FieldError[] => {
  const asked = (field: PersonField, message: string | undefined) => (message ? [{ field, message }] : []);
  const phones = PERSON_ENTRIES.filter(([, field]) => field.kind === 'phone' && isFor(field, kind)).flatMap(
    ([name, field]) => asked(name, phoneQuestion(field.label, String(person[name] ?? ''))),
  );
  return [
    ...ssnFaults(person[SSN] ?? '', 'asked').map((message) => ({ field: SSN, message })),
    ...asked('PostalCode', zipQuestion(person)),
    ...phones,
    ...(kind === 'Client' ? asked('Medicaid', medicaidQuestion(person, today)) : []),
  ];
};
