/** Colors and fonts of the application for the API reference, in both themes. */
export const referenceCss = `
:root { color-scheme: light dark; --page: light-dark(#f5f6f8, #0b0e14); --card: light-dark(#ffffff, #10141c);
  --line: light-dark(#dce0e7, #252c39); --text: light-dark(#12161e, #e8ebf1); --muted: light-dark(#485263, #aab3c2);
  --accent: light-dark(#0b63b8, #5ab2f8); }
body, .swagger-ui { background: var(--page); color: var(--text); font-family: Inter, system-ui, "Segoe UI", sans-serif; }
.swagger-ui .topbar { background: var(--card); border-bottom: 1px solid var(--line); padding: 8px 0; }
.swagger-ui .topbar .download-url-wrapper, .swagger-ui .topbar .dark-mode-toggle { display: none; }
.swagger-ui .topbar-wrapper img { height: 32px; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-path,
.swagger-ui .opblock .opblock-summary-description, .swagger-ui table thead tr th, .swagger-ui table thead tr td,
.swagger-ui .parameter__name, .swagger-ui .parameter__type, .swagger-ui .response-col_status, .swagger-ui label,
.swagger-ui .tab li, .swagger-ui .opblock-section-header h4, .swagger-ui .responses-inner h4, .swagger-ui .responses-inner h5,
.swagger-ui .info p, .swagger-ui .info li, .swagger-ui .renderedMarkdown p, .swagger-ui .model, .swagger-ui .model-title,
.swagger-ui section.models h4, .swagger-ui .prop-type, .swagger-ui .json-schema-2020-12__title { color: var(--text); }
.swagger-ui .scheme-container, .swagger-ui section.models, .swagger-ui .opblock .opblock-section-header,
.swagger-ui .dialog-ux .modal-ux { background: var(--card); box-shadow: none; border-color: var(--line); }
.swagger-ui .opblock { background: var(--card); border-color: var(--line); border-radius: 8px; box-shadow: none; }
.swagger-ui .opblock .opblock-summary { border-color: var(--line); }
.swagger-ui .opblock .opblock-summary-method { border-radius: 4px; font-weight: 600; text-shadow: none; }
.swagger-ui .opblock-tag { border-bottom-color: var(--line); font-size: 18px; }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { border-radius: 4px; background: var(--accent); }
.swagger-ui .btn.authorize { border-color: var(--accent); color: var(--accent); }
.swagger-ui .btn.authorize svg { fill: var(--accent); }
.swagger-ui .opblock-summary-path, .swagger-ui code, .swagger-ui .microlight { font-family: "JetBrains Mono", ui-monospace, monospace; }
.swagger-ui a, .swagger-ui .info a { color: var(--accent); }
.swagger-ui svg.arrow, .swagger-ui .expand-operation svg, .swagger-ui .expand-methods svg { fill: var(--muted); }
.swagger-ui input, .swagger-ui select, .swagger-ui textarea { background: var(--page); color: var(--text); border-color: var(--line); }
`;

/** Mark of the application beside its name; the strokes take the theme of the browser. */
export const referenceLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 28" fill="none" stroke-linecap="round">
<style>.ink{stroke:#12161e}.name{fill:#12161e}.hop{stroke:#0b63b8}.dot{fill:#0b63b8}@media(prefers-color-scheme:dark){.ink{stroke:#e8ebf1}.name{fill:#e8ebf1}.hop{stroke:#5ab2f8}.dot{fill:#5ab2f8}}</style>
<path class="ink" d="M6 4.5v19" stroke-width="2.6"/>
<path class="hop" d="M6 16.2C7.6 10.6 10.6 9 13.2 9c3.8 0 6.5 2.6 6.8 6.2" stroke-width="2.6"/>
<circle class="hop" cx="20" cy="20.4" r="3.7" stroke-width="2.2"/><circle class="dot" cx="20" cy="20.4" r="1.15"/>
<text class="name" x="34" y="20" font-family="Inter, system-ui, sans-serif" font-size="17" font-weight="600">Hopscope</text></svg>`;
