export default { base: './', build: { target: 'es2022', assetsInlineLimit: 0 }, logLevel: 'warn' };
