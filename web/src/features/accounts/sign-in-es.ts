import type { SignInWords } from './sign-in-en.ts';

// Texts of the sign-in page, which is shown before the application has loaded.
export const signIn: SignInWords = {
  signIn: 'Iniciar sesión',
  nameOfOffice: 'Use el nombre que le dio su oficina.',
  oneMore: (name) => `Su contraseña es correcta, ${name}. Falta un paso.`,
  withPasskey: 'Entrar con llave de acceso',
  withCompany: 'Entrar con la cuenta de su empresa',
  orPassword: 'o con su contraseña',
  noPasskey: 'No se usó ninguna llave de acceso. Intente de nuevo o entre con su contraseña.',
  username: 'Usuario',
  enterUsername: 'Escriba su usuario',
  password: 'Contraseña',
  enterPassword: 'Escriba su contraseña',
  showPassword: 'Mostrar la contraseña',
  database: 'Base de datos',
  chooseDatabase: 'Elija una base de datos',
  submit: 'Entrar',
  back: 'Volver',
  forgotten: '¿Olvidó su contraseña? Pida una nueva, temporal, a un administrador de su agencia.',
  lostPhone:
    '¿Perdió su teléfono? Use un código de recuperación, o pida a un administrador de su agencia que quite su inicio de sesión en dos pasos.',
  code: 'Código',
  enterCode: 'Escriba su código',
  anyCode: 'Seis cifras de su aplicación, o un código de recuperación.',
};
