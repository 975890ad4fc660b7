/** Reads texts from caregivers: an answer to an offer, a call-out, or both. */

export interface Reply {
  /** The answer to an offer, by its first word. An unclear answer changes nothing. */
  readonly kind: 'yes' | 'no' | 'unclear';
  readonly code: string | null;
  /** The text beside the answer and its code. */
  readonly words: string | null;
  /**
   * Whether the text may be a call-out from their own visits. 'Sick' always is; 'cannot make it' only if it does not
   * answer an offer. Undefined if nothing sounds like one.
   */
  readonly callOut: 'surely' | 'perhaps' | undefined;
}

/** Lower case without accents, with spaces for everything that is neither a letter nor a digit. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’`´]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const CODE = /(?<!\d)\d{4}(?!\d)/g;

const YES =
  /^(y+|y+e+s+|yse|yea+h*|yeh|yep|yup|yessir|ok+|okay|okey|k|sure|of course|s|s+i+|sip|claro|dale|por supuesto)\b/;
const NO = /^(n+|n+o+|nope|nop|nah|na|not|sorry no|lo siento no|claro que no)\b/;
/** Begins like an answer but is none, or means the opposite of its first word. */
const NO_ANSWER =
  /^((n|no) (prob|problem|problema|problems|worries|idea|se|entiendo|estoy(?! (disponible|libre))|me siento|tengo|esta|hay)|not (sure|sick|ill|yet|certain|a problem|feeling|my))\b/;
const CONTRADICTION =
  /^(\w+) (but )?(no|not|nope|cant|cannot)\b(?! (prob|problem|problema|worries|a problem))/;

/** Without its apostrophe, 'I'll' reads as 'ill', so 'ill' counts only after a word that says who or how. */
const ILL = '(im|am|is|are|feel|feeling|fell|so|very|really|pretty|kinda|super) (very |so |really )?ill';
const SICK = [
  's+i+c?k+',
  'sicl',
  ILL,
  'puking',
  'throw(ing|n|in)? up',
  'threw up',
  'vomit(ing|ed|in|ando|o|e|os)?',
  'fee?a?ve?rs?',
  'flu(?! (shot|vaccine|clinic))',
  'covid(?! (shot|vaccine|booster))',
  'strep',
  'migraine',
  'migrana',
  'diarr?h?ea',
  'stomach (bug|virus|ache)',
  'food poisoning',
  'in (the )?hospital',
  'at (the )?hospital',
  '(the|in|at) er',
  'emergency room',
  'urgent care',
  'e[nm]fre?e?rm[oa]s?',
  'e[nm]fe?r?m(o|a|os|as|ito|ita|e)',
  'mal[oa] del estomago',
  '(estoy|esta|ando|me siento|sigo) (muy |bien |un poco )?mal[oa]?',
  'fiebre',
  'calentura',
  'gripe',
  'gripa',
  'hospital(?! bed)',
].join('|');
/** 'Kids not sick', 'no fever', 'ya no estoy enferma'. */
const NEGATED = new RegExp(
  `\\b(not|isnt|arent|aint|wasnt|no|never|without|nobodys?|sin|ya no|no longer|dont|doesnt) (\\w+ )?(${SICK})\\b`,
  'g',
);
const SURELY = new RegExp(
  `\\b(${SICK}|call(ing|ed)? (out|off|in sick)|not coming|not feeling (good|well|great|ok)|(dont|do not|doesnt) feel (good|well)|no me siento (muy )?bien|no puedo (ir|venir|trabajar|llegar)|no voy a (poder )?(ir|venir|trabajar|llegar))\\b`,
);
const CAN_NOT =
  "(cant|cannot|can not|cnt|won'?t|wont|will not|not able to|unable to|not gonna|not going to|wont be able to)";
const PERHAPS = new RegExp(
  `\\b(${CAN_NOT} (come|make|work|go|be there|be in|get there|do (it|today|tonight))|wont be able(?! to (log|clock|sign))|no puedo|no podre|no voy a poder)\\b`,
);
/** The whole text is 'cant' or 'I cant tonight sorry'. 'Cant clock in' means something else. */
const ONLY_CANNOT =
  /^((i|sorry|im|so|ya|yo|hi|hey|sry) )*(cant|cannot|can not)( (today|tonight|tomorrow|tmrw|tmr|sorry|sry|im|so|this|morning|time|either))*$/;

const callOutOf = (words: string): Reply['callOut'] => {
  if (SURELY.test(words.replace(NEGATED, ''))) return 'surely';
  return PERHAPS.test(words) || ONLY_CANNOT.test(words) ? 'perhaps' : undefined;
};

/**
 * Reads a text. The answer is the first word, or the first after the code; a code has four digits. A yes beside 'sick'
 * or 'cannot' is unclear and takes no visit.
 */
export const readReply = (text: string): Reply => {
  const all = plain(text);
  // Many people write 'Y4821' without a space.
  const words = all.replace(/^([a-z]+)(\d{4})\b/, '$1 $2');
  const codes = [...new Set(words.match(CODE) ?? [])];
  const code = codes.length === 1 ? (codes[0] ?? null) : null;
  const said = words.replace(CODE, ' ').replace(/ +/g, ' ').trim();
  const [first = ''] = YES.exec(said) ?? NO.exec(said) ?? [];
  const rest = said.slice(first.length).trim();
  const isWhole = NO_ANSWER.test(said);
  // In 'No, I am sick' the no answers the offer and does not negate the rest; 'no puedo ir' is one sentence.
  const callOut = callOutOf(isWhole || /^(puedo|voy|podre)\b/.test(rest) || first === 'not' ? said : rest);
  const reply = { code, words: rest || null, callOut };
  if (codes.length > 1 || isWhole) return { ...reply, kind: 'unclear' };
  if (NO.test(said)) return { ...reply, kind: 'no' };
  const isYes = YES.test(said) && callOut === undefined && !CONTRADICTION.test(said);
  return { ...reply, kind: isYes ? 'yes' : 'unclear' };
};
