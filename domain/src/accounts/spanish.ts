import {
  CODE_NEEDED,
  COMMON_PASSWORD,
  PASSWORD_LENGTHS,
  PASSWORDS_DIFFER,
  SAME_PASSWORD,
  TOO_MANY_SIGN_INS,
  TOO_MANY_WRONG,
  tooShortFor,
  WEAK_PASSWORD,
  WRONG_CODE,
  WRONG_LOGIN,
  WRONG_PRESENT,
} from './rules.ts';

/** Refusals that caregivers meet at their own account, in their other language; what is not here stays English. */
const SPANISH = new Map<string, string>([
  [
    WEAK_PASSWORD,
    'La contraseña necesita al menos un número, una mayúscula y una minúscula, y 6 caracteres o más.',
  ],
  [PASSWORDS_DIFFER, 'Las dos contraseñas no son iguales.'],
  [COMMON_PASSWORD, 'Esta contraseña es de las más comunes. Elija otra.'],
  ...Array.from({ length: PASSWORD_LENGTHS.most + 1 }, (_, length): [string, string] => [
    tooShortFor(length),
    `Su agencia pide contraseñas más largas: use al menos ${length} caracteres.`,
  ]),
  [WRONG_LOGIN, '¡Usuario o contraseña incorrectos!'],
  [WRONG_PRESENT, 'La contraseña actual no es correcta.'],
  [SAME_PASSWORD, 'Elija una contraseña distinta de la actual.'],
  [TOO_MANY_WRONG, 'Demasiadas contraseñas equivocadas. Espere 15 minutos.'],
  [
    TOO_MANY_SIGN_INS,
    'Demasiadas contraseñas equivocadas. Espere 15 minutos, o pida una nueva a un administrador.',
  ],
  [CODE_NEEDED, 'Escriba el código de su aplicación de autenticación.'],
  [WRONG_CODE, 'Este código no es correcto, o ya se usó. Espere el siguiente.'],
]);

export const inSpanish = (message: string): string => SPANISH.get(message) ?? message;
