// What a program that a test starts takes over from the test: where programs are, and where Node keeps what it compiled,
// with which each further start takes half the time. Everything else a test gives it.

export const programEnvironment = {
  PATH: process.env.PATH ?? '',
  ...(process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
};
