import { renderToStaticMarkup } from 'react-dom/server'
import { Report, type ReportProps } from './report.tsx'
import css from './report.css?inline'

/** Allows nothing but the styles in the file: no script, and no request, even if a text got past React's escaping. */
const policy = "default-src 'none'; style-src 'unsafe-inline'"

/** The report as one HTML file that needs nothing else. */
export function writeHtmlReport(props: ReportProps): string {
  const html = (
    <html lang="en" className="report-file">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`Report: ${props.definition.name || 'Experiment'}`}</title>
        <style>{css}</style>
      </head>
      <body>
        <main>
          <Report {...props} />
        </main>
      </body>
    </html>
  )
  return `<!doctype html>\n${renderToStaticMarkup(html)}\n`
}
