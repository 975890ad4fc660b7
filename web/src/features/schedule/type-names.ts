import { createContext, useContext } from 'react';

/** What types of care plans are called, asked for once by the board and not by each of its chips. */
export const TypeNames = createContext((code: string) => code);
export const useTypeNameOfBoard = () => useContext(TypeNames);
