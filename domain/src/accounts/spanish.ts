import {
  PASSKEY_GONE,
  PASSKEY_KNOWN,
  PASSKEY_NOT_ADDED,
  PASSKEY_REJECTED,
  PASSKEY_REQUIRED,
  PASSKEY_UNKNOWN,
  SIGN_IN_FIRST,
  TOO_MANY_PASSKEYS,
} from './passkey.ts';
import {
  PASSKEY_FAILED,
  PASSWORD_FIRST,
  PHONE_ENDED,
  PIN_SHAPE,
  PIN_TOO_EASY,
  triesLeftOf,
} from './phone.ts';
import {
  CODE_NEEDED,
  COMMON_PASSWORD,
  PASSWORD_LENGTHS,
  PASSWORDS_DIFFER,
  SAME_PASSWORD,
  SUSPENDED,
  TOO_MANY_SIGN_INS,
  TOO_MANY_WRONG,
  tooShortFor,
  WEAK_PASSWORD,
  WRONG_CODE,
  WRONG_LOGIN,
  WRONG_PRESENT,
} from './signing-in.ts';

/** Refusals that caregivers can meet in their own account, in Spanish. Any other stays English. */
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
  [SUSPENDED, 'Su cuenta está suspendida. Pida a un administrador de su agencia que la reactive.'],
  [WRONG_LOGIN, '¡Usuario o contraseña incorrectos!'],
  [WRONG_PRESENT, 'La contraseña actual no es correcta.'],
  [SAME_PASSWORD, 'Elija una contraseña distinta de la actual.'],
  [TOO_MANY_WRONG, 'Demasiadas contraseñas equivocadas. Espere 15 minutos.'],
  [
    TOO_MANY_SIGN_INS,
    'Demasiadas contraseñas equivocadas. Espere 15 minutos, o pida una nueva a un administrador.',
  ],
  [PIN_SHAPE, 'Escriba 6 cifras.'],
  [PIN_TOO_EASY, 'Elija un PIN más difícil de adivinar: ni una cifra repetida ni cifras seguidas.'],
  [PHONE_ENDED, 'Este teléfono ya no tiene la sesión iniciada. Inicie sesión con su contraseña.'],
  [PASSKEY_FAILED, 'No se aceptó el bloqueo de su teléfono. Intente de nuevo o use su contraseña.'],
  [PASSKEY_REJECTED, 'No se aceptó esta llave de acceso. Intente de nuevo o use su contraseña.'],
  [
    PASSKEY_UNKNOWN,
    'Esta llave de acceso no abre ninguna cuenta aquí. Puede que se haya quitado: entre con su contraseña.',
  ],
  [PASSKEY_NOT_ADDED, 'No se agregó la llave de acceso. Intente de nuevo.'],
  [PASSKEY_KNOWN, 'Este dispositivo ya tiene una llave de acceso de su cuenta.'],
  [PASSKEY_GONE, 'Esta llave de acceso ya se quitó.'],
  [
    PASSKEY_REQUIRED,
    'Su agencia pide más que una contraseña. Entre con su llave de acceso, o pida a un administrador que la quite si la perdió.',
  ],
  [SIGN_IN_FIRST, 'Entró hace un rato. Vuelva a entrar para cambiar sus llaves de acceso.'],
  [TOO_MANY_PASSKEYS, 'Una cuenta tiene a lo sumo 10 llaves de acceso. Quite una primero.'],
  [PASSWORD_FIRST, 'Inicie sesión con su contraseña para mantener la sesión en este teléfono.'],
  [CODE_NEEDED, 'Escriba el código de su aplicación de autenticación.'],
  [WRONG_CODE, 'Este código no es correcto, o ya se usó. Espere el siguiente.'],
]);

const wrongPin = (left: number | undefined) =>
  left === undefined
    ? undefined
    : `PIN incorrecto. ${left === 1 ? 'Queda 1 intento' : `Quedan ${left} intentos`}.`;

export const inSpanish = (message: string): string =>
  SPANISH.get(message) ?? wrongPin(triesLeftOf(message)) ?? message;
