//! The report as Markdown, with its pictures as files beside it.

use super::{Section, slug};
use crate::plot::Ground;
use crate::sheet::Sheet;

/// The report. The pictures it shows are those of [`pictures`], in the folder `folder` beside it.
pub fn markdown(sections: &[Section], verdict: &str, folder: &str) -> String {
    let mut parts = Vec::new();
    for section in sections {
        if !section.name.is_empty() {
            parts.push(format!("# {}\n", section.name));
        }
        for sheet in &section.sheets {
            parts.push(table(sheet));
            parts.extend(
                sheet
                    .plots()
                    .iter()
                    .map(|plot| format!("![{}]({folder}/{}.svg)\n", plot.title(), slug(plot.title()))),
            );
        }
    }
    parts.push(format!("{verdict}\n"));
    parts.join("\n")
}

/// The name and the content of each picture's file.
pub fn pictures(sections: &[Section]) -> Vec<(String, String)> {
    let plots = sections.iter().flat_map(|section| &section.sheets).flat_map(Sheet::plots);
    plots.map(|plot| (format!("{}.svg", slug(plot.title())), plot.svg(Ground::White))).collect()
}

fn table(sheet: &Sheet) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let align = |column| if sheet.is_number(column) { "--:" } else { "---" }.to_string();
    let mut lines = vec![format!("## {}\n\n", sheet.title())];
    lines.push(row(sheet.heads().iter().map(|head| escaped(head)).collect()));
    lines.push(row((0..sheet.heads().len()).map(align).collect()));
    lines.extend(
        sheet.rows().iter().map(|row_of| row(row_of.iter().map(|value| escaped(value.text())).collect())),
    );
    if !sheet.remarks().is_empty() {
        lines.push(format!("\n{}\n", sheet.remarks().join("\n\n")));
    }
    lines.concat()
}

fn escaped(cell: &str) -> String {
    cell.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Axis, Lines};

    #[test]
    fn a_table_is_a_table() {
        let mut sheet = Sheet::new("Tree", &["search", "nodes|all"]);
        sheet.row(["plain".into(), 549_946.into()]);
        sheet.remark("One remark.");
        let mut plot = Lines::new("Nodes by size", Axis::log("slots"), Axis::log("nodes"));
        plot.line("one", [(1.0, 2.0)]);
        sheet.plot(plot);
        let sections = [Section { name: "search", sheets: vec![sheet] }];
        let expected = "# search\n\n## Tree\n\n| search | nodes\\|all |\n| --- | --: |\n| plain | 549,946 |\n\nOne remark.\n\n\
                        ![Nodes by size](report/nodes-by-size.svg)\n\nall right\n";
        assert_eq!(markdown(&sections, "all right", "report"), expected);
        assert_eq!(pictures(&sections)[0].0, "nodes-by-size.svg");
    }
}
