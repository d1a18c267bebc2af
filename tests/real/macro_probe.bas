' What a spreadsheet program makes of a macro workbook: its modules, its buttons and their macros,
' whether ours compiles, and what each macro asks Python to do. One line of the report each.

Dim report As String

Sub Say(kind As String, text As String)
    Dim number As Integer
    number = FreeFile
    Open report For Append As #number
    Print #number, kind & Chr(9) & text
    Close #number
End Sub

Function Answer(document As Object, macro As String, arguments As Variant) As Variant
    Dim place As String
    place = "vnd.sun.star.script:VBAProject." & macro & "?language=Basic&location=document"
    Answer = document.getScriptProvider().getScript(place).invoke(arguments, Array(), Array())
End Function

' Modules are compiled as a whole, so one that answers has no fault anywhere.
Sub Compile(document As Object, modules As Object, name As String)
    Dim source As String
    source = modules.getByName(name)
    modules.replaceByName(name, source & Chr(10) & "Public Function Probe" & name & "()" & _
        Chr(10) & "Probe" & name & " = ""compiled""" & Chr(10) & "End Function" & Chr(10))
    Say(name, Answer(document, name & ".Probe" & name, Array()))
    modules.replaceByName(name, source)
End Sub

' What Excel on Windows makes of a module before it compiles it: LibreOffice knows no #If.
Function AsOnWindows(source As String) As String
    Dim lines As Variant, kept As String, isForMac As Boolean
    lines = Split(source, Chr(10))
    For i = 0 To UBound(lines)
        If InStr(lines(i), "#If Mac Then") > 0 Then isForMac = True
        If Not isForMac Then kept = kept & lines(i) & Chr(10)
        If InStr(lines(i), "#End If") > 0 Then isForMac = False
    Next
    AsOnWindows = kept
End Function

' Instead of running a program or showing a message, report it. The module of xlwings would stop all
' others here, so a few of its functions stand for it. The computer: what its user has chosen to be run,
' whether that is there, and what comes of running it; and what is typed where a macro asks.
Sub ListenForPython(modules As Object, chosen As String, isThere As String, outcome As String, typed As String)
    Dim source As String, written As String
    source = AsOnWindows(modules.getByName("Tournament"))
    source = Replace(source, "CreateObject(""WScript.Shell"").Run(commandLine, 0, True)", "Heard(commandLine)")
    source = Replace(source, "MsgBox wrong, vbExclamation, Spoken(TITLE)", "Told(wrong)")
    source = Replace(source, "MsgBox said, vbExclamation, Spoken(TITLE)", "Told(said)")
    source = Replace(source, "MsgBox said, icon, Spoken(TITLE)", "Told(said)")
    source = Replace(source, "InputBox(question, Spoken(TITLE))", """" & typed & """")
    source = Replace(source, "FileExists(interpreter)", "IsAnywhere(interpreter)")
    source = Replace(source, "Application.Hwnd", "1234")
    If outcome = "blocked" Then source = Replace(source, "Heard(", "NoSuchFunction(")
    source = Replace(source, "Application.OperatingSystem", """Windows (64-bit) NT 10.00""")
    source = Replace(source, "Application.StatusBar = ", "Wrote ""status"", ")
    source = Replace(source, "Application.Cursor = ", "Wrote ""pointer"", ")
    source = Replace(source, "Application.EnableCancelKey = ", "Wrote ""escape"", ")
    source = Replace(source, "shown.Visible = ", "ThisWorkbook.Saved = False" & Chr(10) & "Wrote ""shown"", ") ' as Excel does
    source = Replace(source, "shown.TextFrame", "ThisWorkbook.Saved = False" & Chr(10) & "shown.TextFrame")
    modules.replaceByName("Tournament", source)
    written = "number = FreeFile" & Chr(10) & "Open """ & report & """ For Append As #number" & Chr(10) & _
        "Print #number, kind & Chr(9) & Join(Split(text, Chr(10)), "" / "")" & Chr(10) & "Close #number" & Chr(10)
    modules.replaceByName("xlwings", "Public Sub Wrote(kind, text)" & Chr(10) & written & "End Sub" & Chr(10) & _
        "Public Function GetConfig(key, usual, source)" & Chr(10) & "GetConfig = usual" & Chr(10) & _
        "If key = ""XLPLUGIN PYTHON"" And source = ""user"" Then GetConfig = """ & chosen & """" & Chr(10) & _
        "End Function" & Chr(10) & _
        "Public Sub Told(text)" & Chr(10) & "Wrote ""told"", text" & Chr(10) & "End Sub" & Chr(10) & _
        "Public Function Heard(said)" & Chr(10) & "Wrote ""python"", said" & Chr(10) & _
        "If """ & outcome & """ = ""clicks"" And InStr(said, "" pair "") > 0 Then" & Chr(10) & _
        "WriteStandings" & Chr(10) & "MoveMatch" & Chr(10) & "End If" & Chr(10) & _
        "Heard = Val(""" & outcome & """)" & Chr(10) & "End Function" & Chr(10) & _
        "Public Function IsAnywhere(path)" & Chr(10) & "IsAnywhere = " & isThere & Chr(10) & _
        "End Function" & Chr(10) & _
        "Public Function ParentFolder(path)" & Chr(10) & "End Function" & Chr(10) & _
        "Public Function XLPy()" & Chr(10) & "End Function" & Chr(10))
    modules.replaceByName("Dictionary", "")
End Sub

' One start for many reports: a line of the list for each, with what Probe is told between tabs.
Sub Main(list As String)
    Dim number As Integer, told As String, parts As Variant
    number = FreeFile
    Open list For Input As #number
    Do While Not EOF(number)
        Line Input #number, told
        parts = Split(told, Chr(9))
        Probe(parts(0), parts(1), parts(2), parts(3), parts(4), parts(5), parts(6))
    Loop
    Close #number
    StarDesktop.terminate()
End Sub

' The text of the hint on Event, and whether there is something to save.
Sub SayHint(document As Object)
    Dim page As Object
    page = document.Sheets.getByName("Event").DrawPage
    For i = 0 To page.Count - 1
        If page(i).Name = "Hint" Then Say("hint", Join(Split(page(i).String, Chr(10)), " / "))
    Next
    Say("unsaved", CStr(document.isModified()))
End Sub

Sub Probe(source As String, target As String, macros As String, chosen As String, isThere As String, outcome As String, typed As String)
    Dim options(1) As New com.sun.star.beans.PropertyValue
    Dim document As Object, modules As Object, forms As Object
    report = target
    options(0).Name = "MacroExecutionMode"
    options(0).Value = 4
    options(1).Name = "Hidden"
    options(1).Value = True
    On Error GoTo failed
    document = StarDesktop.loadComponentFromURL(ConvertToURL(source), "_blank", 0, options())
    modules = document.BasicLibraries.getByName("VBAProject")
    Say("name", document.Title)
    Say("modules", Join(modules.ElementNames, " "))
    forms = document.Sheets.getByName("Event").DrawPage.Forms
    For i = 0 To forms.Count - 1
        For j = 0 To forms(i).Count - 1
            For Each bound In forms(i).getScriptEvents(j)
                Say("button", forms(i)(j).Label & Chr(9) & bound.ScriptCode)
            Next
        Next
    Next
    ListenForPython(modules, chosen, isThere, outcome, typed)
    Compile(document, modules, "Tournament")
    document.setModified(False)
    SayHint(document)
    For Each macro In Split(macros, " ")
        Say("macro", macro)
        If macro = "(typed)" Then
            document.setModified(True)
        ElseIf InStr(macro, "Ribbon_") Then
            Answer(document, "Tournament." & macro, Array(document))
        Else
            Answer(document, "Tournament." & macro, Array())
        End If
        SayHint(document)
    Next
    document.close(True)
    GoTo finish
failed:
    Say("failed", Error)
finish:
    Say("end", "")
End Sub
