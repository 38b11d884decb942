/** The bundler accepts style sheets; they export nothing. */
declare module "*.css";
