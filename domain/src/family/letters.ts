import { LINK_PLACE } from '../messaging/rules.ts';
import { type FamilyLanguage, familyLanguage } from './schema.ts';

/** Mails to a client's family. None of them says whose care it is about (docs/rules/family.md, rule 9). */

interface Letter {
  readonly subject: string;
  readonly text: string;
}

interface Names {
  readonly name: string;
  readonly agency: string;
}

interface Letters {
  readonly invitation: (names: Names, hours: number) => Letter;
  readonly signIn: (names: Names, minutes: number) => Letter;
}

const en: Letters = {
  invitation: ({ name, agency }, hours) => ({
    subject: `${agency}: your family page`,
    text: `Hello ${name},

${agency} has made a page for you. It shows what was agreed with you. Open it:

${LINK_PLACE}

The link works once, for ${hours} hours. After that you can ask for another one on the page. If you did not expect this message, you can ignore it.`,
  }),
  signIn: ({ name, agency }, minutes) => ({
    subject: `${agency}: open your family page`,
    text: `Hello ${name},

Open your page at ${agency}:

${LINK_PLACE}

The link works once, for ${minutes} minutes. If you did not ask for it, you can ignore this message.`,
  }),
};

const es: Letters = {
  invitation: ({ name, agency }, hours) => ({
    subject: `${agency}: su página para la familia`,
    text: `Hola ${name}:

${agency} ha creado una página para usted. Muestra lo que se acordó con usted. Ábrala:

${LINK_PLACE}

El enlace funciona una vez, durante ${hours} horas. Después puede pedir otro en la página. Si no esperaba este mensaje, puede ignorarlo.`,
  }),
  signIn: ({ name, agency }, minutes) => ({
    subject: `${agency}: abra su página para la familia`,
    text: `Hola ${name}:

Abra su página en ${agency}:

${LINK_PLACE}

El enlace funciona una vez, durante ${minutes} minutos. Si no lo pidió, puede ignorar este mensaje.`,
  }),
};

const LETTERS: Readonly<Record<FamilyLanguage, Letters>> = { en, es };
export const lettersIn = (language: string): Letters => LETTERS[familyLanguage(language)];
