package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CommandsPageTest {
    @Test
    void thePageInTheDocumentationIsUpToDate() throws IOException {
        Path page = Path.of("..", "docs", "commands.md");
        assertThat(Files.readString(page))
                .as("run bin/generate-reference")
                .isEqualTo(CommandsPage.render(new TestServer().table));
    }

    @Test
    void theGeneratorNeedsNoServer() {
        assertThat(CommandsPage.render())
                .isEqualTo(CommandsPage.render(new TestServer().table))
                .contains("| `PING` | 1+ | fast |", "| `CONFIG GET` | 3+ | ");
    }
}
