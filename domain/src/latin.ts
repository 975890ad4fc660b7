import { capital } from './capital.ts';

/** Parses a table of letters and signs that do not decompose to ASCII. Each stands directly before its replacement. */
const tableOf = (pairs: string): ReadonlyMap<string, string> =>
  new Map(
    pairs
      .trim()
      .split(/\s+/)
      .map((pair) => {
        const [sign = '', ...written] = Array.from(pair);
        return [sign, written.join('')] as const;
      }),
  );

// The tables are marked pure, so that bundles of pages that never use them leave them out.
/** Latin letters, transliterated like in passports where passports define it. */
const LATIN = /* @__PURE__ */ tableOf(`
  ÆAE æae ÐD ðd ØO øo ÞTh þth ßss ẞSS ĐD đd ĦH ħh ıi ĸk ŁL łl ŊN ŋn ŒOE œoe ŦT ŧt
  ƀb ɃB ƁB ɓb ƂB ƃb ƄB ƅb ƆO ɔo ƇC ƈc ȻC ȼc ƉD ɖd ƊD ɗd ƋD ƌd ƍd ȡd ẟd ƎE ǝe ƏE əe ƐE ɛe ɆE ɇe ƑF ƒf ƓG ɠg ƔG ɣg ǤG ǥg
  ƢG ƣg ȜY ȝy ƕhv ǶHv ƖI ɩi ƗI ɨi ȷj ɈJ ɉj ƘK ƙk ƚl ȽL ȴl ƛl ỺLL ỻll ƜM ɯm ƝN ɲn ƞn ȠN ȵn ƟO ɵo ȢOu ȣou ƤP ƥp ɊQ ɋq ȸdb
  ȹqp ƦR ʀr ɌR ɍr ƧS ƨs ẜs ẝs ȿs ⱾS ƩSh ʃsh ƪsh ƼS ƽs ƫt ƬT ƭt ƮT ʈt ȾT ⱦt ȶt ƾts ɄU ʉu ƱU ʊu ƲV ʋv ɅV ʌv ỼV ỽv ƿw ǷW
  ƳY ƴy ɎY ɏy ỾY ỿy ƵZ ƶz ƷZ ʒz ƸZ ƹz ƺz ƻdz ȤZ ȥz ɀz ⱿZ ȺA ⱥa Ɂ' ɂ' ǀ/ ǁ// ǂ= ǃ!
`);

/** Lower-case Cyrillic letters, transliterated like in passports; capitals are derived. */
const CYRILLIC = /* @__PURE__ */ tableOf(`
  аa бb вv гg дd еe ёe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъie ыy ь эe юiu яia
  єie іi їi ґg ўu ђd јj љlj њnj ћc џdz
`);

const SIGNS = /* @__PURE__ */ tableOf(`
  ’' ‘' ‚' ‹' ›' ʼ' ʻ' ʾ' ʿ' ʹ' ´' \`' ′' “" ”" „" «" »" ″" ‐- ‒- –- —- ―- −- ⁄/ ∕/ ÷/ ×x ·.
`);

const cyrillic = (letter: string): string => {
  const small = letter.toLowerCase();
  const written = CYRILLIC.get(small) ?? ' ';
  return letter === small ? written : capital(written);
};

/** Separates fractions and superscripts from neighboring digits. Otherwise 123½ would become 1231/2, a longer house number. */
const partNumbers = (text: string) =>
  text.replace(/(?<=[\p{Nd}\p{No}])(?=\p{No})|(?<=\p{No})(?=\p{Nd})/gu, ' ');

const latinSign = (sign: string): string => {
  if (/[\p{M}\p{Cf}]/u.test(sign)) return '';
  // A blank keeps the words on both sides apart.
  return LATIN.get(sign) ?? SIGNS.get(sign) ?? ' ';
};

/**
 * Converts text to ASCII for systems of payers and aggregators. Drops accents, transliterates Latin and Cyrillic letters,
 * and writes fractions as 1/2. Signs without a counterpart become blanks.
 */
export const latinOf = (text: string): string =>
  partNumbers(text.normalize('NFC'))
    .replace(/\p{Script=Cyrillic}/gu, cyrillic)
    // Must come before the decomposition, which would turn a lone accent into a blank.
    .replace(/[´`]/g, "'")
    .normalize('NFKD')
    .replace(/[^\0-\x7f]/gu, latinSign);
