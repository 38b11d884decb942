/** The bundler takes style sheets; they export nothing. */
declare module "*.css";
