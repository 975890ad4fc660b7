import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Reply, readReply } from './replies.ts';

/** Real replies: the answer, its code, and whether they may announce a call-out. */
const REPLIES: readonly [string, Reply['kind'], string | null, Reply['callOut']?][] = [
  // Answers with their code.
  ['Y 4821', 'yes', '4821'],
  ['y4821', 'yes', '4821'],
  ['Y4821 thx', 'yes', '4821'],
  ['4821 y', 'yes', '4821'],
  ['yes 4821', 'yes', '4821'],
  ['Yes, 4821!', 'yes', '4821'],
  ['Si 4821', 'yes', '4821'],
  ['SÍ 4821', 'yes', '4821'],
  ['N 4821', 'no', '4821'],
  ['n4821', 'no', '4821'],
  ['N 4821 sick today', 'no', '4821', 'surely'],
  ['4821', 'unclear', '4821'],
  ['Y 4821 5922', 'unclear', null],
  ['Y 4821 but sick', 'unclear', '4821', 'surely'],
  // Yes.
  ['y', 'yes', null],
  ['Yess', 'yes', null],
  ['yeah i can', 'yes', null],
  ['Yep!!', 'yes', null],
  ['yup', 'yes', null],
  ['ok', 'yes', null],
  ['Okay I’ll do it', 'yes', null],
  ['sure thing', 'yes', null],
  ['Yes I can, kids not sick', 'yes', null],
  ['Y er 12', 'yes', null],
  ['Yes ill take it', 'yes', null],
  ['yes no problem', 'yes', null],
  ['Yes, I got my flu shot', 'yes', null],
  ['sii claro', 'yes', null],
  ['Claro que sí', 'yes', null],
  ['Si puedo', 'yes', null],
  ['Dale', 'yes', null],
  // No.
  ['N', 'no', null],
  ['Nope', 'no', null],
  ['nooo sorry', 'no', null],
  ['no, kids to school', 'no', null],
  ['No I cant make it', 'no', null, 'perhaps'],
  ['Nope cant work', 'no', null, 'perhaps'],
  ['not today', 'no', null],
  ['Not available', 'no', null],
  ['Claro que no', 'no', null],
  ['No gracias', 'no', null],
  ['no estoy disponible', 'no', null],
  ['No puedo, gracias', 'no', null, 'perhaps'],
  ['No, I am sick', 'no', null, 'surely'],
  ['N sick kid', 'no', null, 'surely'],
  ['no mi hijo está enfermo', 'no', null, 'surely'],
  // 'No puedo ir' may mean the offer or their own visit, so it counts as both.
  ['no puedo ir hoy', 'no', null, 'surely'],
  ['No voy a poder trabajar', 'no', null, 'surely'],
  ['Not coming', 'no', null, 'surely'],
  // Neither.
  ['how far is it?', 'unclear', null],
  ['maybe', 'unclear', null],
  ['Not sure yet', 'unclear', null],
  ['no problem', 'unclear', null],
  ['No sé', 'unclear', null],
  ['Yes no wait', 'unclear', null],
  ['ok no', 'unclear', null],
  ['cant clock in', 'unclear', null],
  ['I’ll call you', 'unclear', null],
  ['Ill be there at 9', 'unclear', null],
  ['kids arent sick anymore', 'unclear', null],
  ['no estoy enferma', 'unclear', null],
  ['La enfermera llamó', 'unclear', null],
  ['got my flu shot', 'unclear', null],
  ['', 'unclear', null],
  ['👍', 'unclear', null],
  // Call-outs.
  ['sick', 'unclear', null, 'surely'],
  ['Sik today', 'unclear', null, 'surely'],
  ['Im ill', 'unclear', null, 'surely'],
  ['I’m really ill', 'unclear', null, 'surely'],
  ['Yes I am sick', 'unclear', null, 'surely'],
  ['ok im sick tho', 'unclear', null, 'surely'],
  ['throwing up', 'unclear', null, 'surely'],
  ['have a feaver', 'unclear', null, 'surely'],
  ['at the ER with my mom', 'unclear', null, 'surely'],
  ['Calling out today', 'unclear', null, 'surely'],
  ['not feeling well', 'unclear', null, 'surely'],
  ['estoy enferma', 'unclear', null, 'surely'],
  ['Estoy mala', 'unclear', null, 'surely'],
  ['estoy emferma', 'unclear', null, 'surely'],
  ['tengo calentura', 'unclear', null, 'surely'],
  ['no me siento bien', 'unclear', null, 'surely'],
  ['Cant', 'unclear', null, 'perhaps'],
  ['I can’t tonight, sorry', 'unclear', null, 'perhaps'],
  ["can't come", 'unclear', null, 'perhaps'],
  ['cant come today', 'unclear', null, 'perhaps'],
  ['wont be able', 'unclear', null, 'perhaps'],
  ['wont make it in', 'unclear', null, 'perhaps'],
  ['Hoy no puedo', 'unclear', null, 'perhaps'],
];

describe('a text from a caregiver', () => {
  test.each(REPLIES)('%s is %s, code %s, call-out %s', (text, kind, code, callOut) => {
    expect(readReply(text)).toMatchObject({ kind, code, callOut });
  });

  test('keeps the words beside the answer', () => {
    expect(readReply('No, kids to school')).toMatchObject({ words: 'kids to school' });
  });

  test('is always yes, no or unclear, and reading it never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(['yes', 'no', 'unclear']).toContain(readReply(text).kind);
      }),
    );
  });
});
